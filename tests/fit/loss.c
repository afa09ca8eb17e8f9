/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "fit/loss.h"

#include <math.h>

#include "tests/test.h"

/* f^2 is the textbook loss: r^2 inside, 2 k |r| - k^2 (Huber), k^2 ln(1 + (r/k)^2) (Cauchy) */
static void square_is_the_loss(void **state)
{
    (void)state;
    const double k = 1.5, rs[] = {-40, -2, -1.5, -0.3, 0, 1e-9, 0.7, 1.6, 30};
    for (size_t i = 0; i < sizeof rs / sizeof *rs; i++) {
        const double r = rs[i], a = fabs(r);
        double slope, f;
        f = fit_loss(&(struct fit_loss){FIT_LOSS_NONE, k}, r, &slope);
        assert_true(f == r && slope == 1);
        f = fit_loss(&(struct fit_loss){FIT_LOSS_HUBER, k}, r, &slope);
        assert_true(fabs(f * f - (a <= k ? r * r : 2 * k * a - k * k)) < 1e-12 * (1 + r * r));
        assert_true(f * r >= 0);
        f = fit_loss(&(struct fit_loss){FIT_LOSS_CAUCHY, k}, r, &slope);
        assert_true(fabs(f * f - k * k * log1p(r * r / (k * k))) < 1e-12 * (1 + r * r));
        assert_true(f * r >= 0);
    }
}

static void slope_is_the_derivative(void **state)
{
    (void)state;
    for (int kind = FIT_LOSS_NONE; kind <= FIT_LOSS_CAUCHY; kind++)
        for (double r = -9.05; r < 10; r += 0.7) {
            const struct fit_loss loss = {(enum fit_loss_kind)kind, 2};
            const double h = 1e-5;
            double slope, unused;
            fit_loss(&loss, r, &slope);
            const double differenced = (fit_loss(&loss, r + h, &unused) -
                                        fit_loss(&loss, r - h, &unused)) /
                                       (2 * h);
            assert_true(fabs(slope - differenced) < 1e-8);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(square_is_the_loss),
                                       cmocka_unit_test(slope_is_the_derivative)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
