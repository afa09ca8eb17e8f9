/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "calib/budget.h"

#include <math.h>
#include <string.h>

#include <gsl/gsl_cdf.h>

#include "lib/base/uncertain.h"
#include "lib/cli/table.h"

/* what one term adds; one that is not known adds nothing, and the print says so */
static double share(const struct calib_term *term)
{
    return isnan(term->uncertainty) ? 0 : fabs(term->sensitivity) * term->uncertainty;
}

double calib_budget_uncertainty(const struct calib_budget *budget)
{
    double sum = 0;
    for (size_t i = 0; i < budget->n; i++)
        sum += share(&budget->terms[i]) * share(&budget->terms[i]);
    return sqrt(sum);
}

double calib_budget_degrees(const struct calib_budget *budget)
{
    double sum = 0;
    for (size_t i = 0; i < budget->n; i++)
        sum += pow(share(&budget->terms[i]), 4) / budget->terms[i].degrees;
    return sum > 0 ? pow(calib_budget_uncertainty(budget), 4) / sum : INFINITY;
}

double calib_coverage_factor(double degrees)
{
    return isfinite(degrees) && degrees < 1e6 ? gsl_cdf_tdist_Pinv(0.975, fmax(degrees, 1))
                                              : gsl_cdf_ugaussian_Pinv(0.975);
}

void calib_budget_print(const struct calib_budget *budget, FILE *out)
{
    const double u = calib_budget_uncertainty(budget);
    const double factor = calib_coverage_factor(calib_budget_degrees(budget));
    fprintf(out, "\nuncertainty budget of %s (%s)\n  %-12s %-12s %-12s %-12s %-12s %s\n",
            budget->name, budget->formula, "quantity", "value", "u", "sensitivity", "adds",
            "share");
    for (size_t i = 0; i < budget->n; i++) {
        const struct calib_term *term = &budget->terms[i];
        fprintf(out, "  %-12s %-12.6g ", term->name, term->value);
        if (isnan(term->uncertainty))
            fprintf(out, "not given: left out\n");
        else
            fprintf(out, "%-12.3g %-12.4g %-12.3g %.1f %%\n", term->uncertainty, term->sensitivity,
                    share(term), u > 0 ? 100 * pow(share(term) / u, 2) : 0);
    }
    char value[UNCERTAIN_SIZE];
    uncertain_text(budget->value, u, value);
    fprintf(out, "  %s = %s%s%s; U = %.2g (95 %%, coverage factor %.2f)\n", budget->name, value,
            strcmp(budget->unit, "1") != 0 ? " " : "",
            strcmp(budget->unit, "1") != 0 ? budget->unit : "", factor * u, factor);
}
