/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/tape.h"

#include <math.h>
#include <stdlib.h>

#include "tests/test.h"

static void assert_close(double a, double b)
{
    if (!(fabs(a - b) <= 1e-14 * (1 + fabs(b))))
        fail_msg("%.17g is not %.17g", a, b);
}

/* f = (p x + 3) sin(x) / sqrt(1 + y^2), g = cos(x) */
static struct sim_tape *make(void)
{
    struct sim_graph graph;
    struct sim_tape *tape;
    struct error err;
    sim_graph_init(&graph, 1);
    const sim_node p = sim_graph_input(&graph, 0), x = sim_graph_input(&graph, 1),
                   y = sim_graph_input(&graph, 2);
    const sim_node three = sim_graph_constant(&graph, 3), one = sim_graph_constant(&graph, 1);
    const sim_node sum = sim_graph_sum(&graph, sim_graph_product(&graph, p, x), three);
    const sim_node root = sim_graph_root(
        &graph, sim_graph_sum(&graph, one, sim_graph_product(&graph, y, y)));
    const sim_node outputs[] = {
        sim_graph_quotient(&graph, sim_graph_product(&graph, sum, sim_graph_sine(&graph, x)), root),
        sim_graph_cosine(&graph, x)};
    assert_int_equal(sim_tape_create(&graph, outputs, 2, NULL, &tape, &err), ERROR_OK);
    sim_graph_free(&graph);
    return tape;
}

static double f(double p, double x, double y) { return (p * x + 3) * sin(x) / sqrt(1 + y * y); }

static void test_values_follow_parameters_and_state(void **state)
{
    (void)state;
    struct sim_tape *tape = make();
    static const double cases[][3] = {{2, 0.5, 1}, {2, -1.5, 0}, {-7, 0.5, 1}, {2, 0.5, 1}};
    for (int i = 0; i < 4; i++) {
        const double *c = cases[i];
        const struct sim_tape_inputs in = {c, c + 1, c + 2, 1, NULL};
        double out[2];
        sim_tape_values(tape, &in, out);
        assert_close(out[0], f(c[0], c[1], c[2]));
        assert_close(out[1], cos(c[1]));
    }
    sim_tape_free(tape);
}

/* the slots that a thread keeps are those of one tape: another one does not disturb them */
static void test_two_tapes_by_turns(void **state)
{
    (void)state;
    struct sim_graph graph;
    struct sim_tape *tape = make(), *other;
    struct error err;
    sim_graph_init(&graph, 1);
    const sim_node p = sim_graph_input(&graph, 0);
    const sim_node output = sim_graph_product(&graph, p, p);
    assert_int_equal(sim_tape_create(&graph, &output, 1, NULL, &other, &err), ERROR_OK);
    sim_graph_free(&graph);
    const double c[] = {2, 0.5, 1};
    const struct sim_tape_inputs in = {c, c + 1, c + 2, 1, NULL};
    for (int i = 0; i < 3; i++) {
        double out[2];
        sim_tape_values(tape, &in, out);
        assert_close(out[0], f(2, 0.5, 1));
        sim_tape_values(other, &in, out);
        assert_close(out[0], 4);
    }
    sim_tape_free(tape);
    sim_tape_free(other);
}

static void test_derivatives_are_those_of_the_formula(void **state)
{
    (void)state;
    struct sim_tape *tape = make();
    const double p = 2, x = 0.5, y = 1, r = sqrt(1 + y * y);
    const double c[] = {p, x, y}, one = 1;
    const struct sim_tape_inputs in = {c, c + 1, c + 2, 1, NULL};
    const struct sim_tape_inputs directions[] = {
        {&one, NULL, NULL, 1, NULL}, {NULL, &one, NULL, 1, NULL}, {NULL, NULL, &one, 1, NULL}};
    double out[2], slopes[2][SIM_TAPE_LANES];
    sim_tape_slopes(tape, &in, 3, directions, out, slopes);
    assert_close(out[0], f(p, x, y));
    assert_close(slopes[0][0], x * sin(x) / r);
    assert_close(slopes[0][1], (p * sin(x) + (p * x + 3) * cos(x)) / r);
    assert_close(slopes[0][2], -(p * x + 3) * sin(x) * y / (r * r * r));
    assert_close(slopes[1][0], 0);
    assert_close(slopes[1][1], -sin(x));
    assert_true(slopes[0][3] == 0);
    sim_tape_free(tape);
}

static void test_what_is_the_same_is_one_node(void **state)
{
    (void)state;
    struct sim_graph g;
    sim_graph_init(&g, 1);
    const sim_node p = sim_graph_input(&g, 0), x = sim_graph_input(&g, 1);
    const sim_node px = sim_graph_product(&g, p, x);
    assert_int_equal(px, sim_graph_product(&g, x, p));
    assert_int_equal(sim_graph_scaled(&g, 6, px),
                     sim_graph_product(&g, sim_graph_scaled(&g, 2, x), sim_graph_scaled(&g, 3, p)));
    assert_true(sim_graph_is_zero(&g, sim_graph_difference(&g, px, px)));
    assert_int_equal(sim_graph_sum(&g, px, x), sim_graph_sum(&g, x, px));
    /* the sine is odd, the cosine even */
    const sim_node back = sim_graph_scaled(&g, -1, x);
    assert_int_equal(sim_graph_cosine(&g, back), sim_graph_cosine(&g, x));
    assert_int_equal(sim_graph_sine(&g, back), sim_graph_scaled(&g, -1, sim_graph_sine(&g, x)));
    const sim_node number = sim_graph_sine(&g, sim_graph_constant(&g, 0.3));
    assert_int_equal(g.nodes[number].operation, SIM_CONSTANT);
    assert_true(g.nodes[number].constant == sin(0.3));
    assert_false(g.nodes[p].moves);
    assert_true(g.nodes[px].moves);
    sim_graph_free(&g);
}

/* a sum of more terms than one operation holds */
static void test_long_sums(void **state)
{
    (void)state;
    enum { N = 200 };
    struct sim_graph g;
    struct sim_tape *tape;
    struct error err;
    struct sim_term terms[N];
    double x[N], expected = 1, out;
    sim_graph_init(&g, 0);
    for (int i = 0; i < N; i++) {
        x[i] = 1.0 / (i + 1);
        terms[i] = (struct sim_term){sim_graph_input(&g, (size_t)i), i};
        expected += i * x[i];
    }
    const sim_node sum = sim_graph_linear(&g, 1, terms, N);
    assert_int_equal(sim_tape_create(&g, &sum, 1, NULL, &tape, &err), ERROR_OK);
    sim_tape_values(tape, &(struct sim_tape_inputs){x, x, NULL, N, NULL}, &out);
    assert_close(out, expected);
    sim_tape_free(tape);
    sim_graph_free(&g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_values_follow_parameters_and_state),
        cmocka_unit_test(test_two_tapes_by_turns),
        cmocka_unit_test(test_derivatives_are_those_of_the_formula),
        cmocka_unit_test(test_what_is_the_same_is_one_node),
        cmocka_unit_test(test_long_sums),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
