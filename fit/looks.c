/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "fit/looks.h"

#include <math.h>
#include <string.h>

#include "lib/base/json.h"

/* what lies below is the region of 95 % of two parameters: chi-square of two degrees */
static const double region = 5.991464547107979;

static json_t *marginal_json(const struct fit_marginal *of)
{
    return json_pack("{s:o, s:o, s:o}", "low", json_number(of->low), "high", json_number(of->high),
                     "density", json_numbers(of->density, of->n));
}

static json_t *spreads_json(const struct fit_spread *of, const struct fit_problem *problem)
{
    json_t *list = json_array();
    for (size_t i = 0; i < problem->n; i++) {
        if (!problem->parameters[i].asked)
            continue;
        json_array_append_new(
            list, json_pack("{s:s, s:o, s:o, s:o, s:[o,o], s:o}", "name",
                            problem->parameters[i].name, "mean", json_number(of[i].mean),
                            "standard_deviation", json_number(of[i].deviation), "median",
                            json_number(of[i].median), "interval95", json_number(of[i].low),
                            json_number(of[i].high), "marginal", marginal_json(&of[i].marginal)));
    }
    return list;
}

static json_t *plane_json(const struct fit_plane *plane, const struct fit_problem *problem)
{
    json_t *values[2] = {json_array(), json_array()}, *rises = json_array();
    for (int k = 0; k < 2; k++)
        for (int g = 0; g < FIT_PLANE_SIDE; g++)
            json_array_append_new(values[k], json_number(plane->values[k][g]));
    for (int i = 0; i < FIT_PLANE_SIDE; i++) {
        json_t *row = json_array();
        for (int g = 0; g < FIT_PLANE_SIDE; g++)
            json_array_append_new(row, json_number(plane->rise[i][g]));
        json_array_append_new(rises, row);
    }
    return json_pack("{s:[s,s], s:[o,o], s:f, s:o}", "names",
                     problem->parameters[plane->parameters[0]].name,
                     problem->parameters[plane->parameters[1]].name, "values", values[0], values[1],
                     "region95", region, "rises", rises);
}

void fit_looks_json(const struct fit_looks *looks, const struct fit_problem *problem, json_t *fit)
{
    if (looks->bootstrap)
        json_object_set_new(fit, "bootstrap",
                            json_pack("{s:I, s:I, s:o}", "replicas",
                                      (json_int_t)looks->bootstrap->asked, "fitted",
                                      (json_int_t)looks->bootstrap->fitted, "parameters",
                                      spreads_json(looks->bootstrap->of, problem)));
    if (looks->posterior)
        json_object_set_new(
            fit, "posterior",
            json_pack("{s:I, s:I, s:f, s:f, s:o}", "walkers", (json_int_t)looks->posterior->walkers,
                      "steps", (json_int_t)looks->posterior->steps, "acceptance",
                      looks->posterior->acceptance, "effective", looks->posterior->effective,
                      "parameters", spreads_json(looks->posterior->of, problem)));
    if (looks->plane)
        json_object_set_new(fit, "plane", plane_json(looks->plane, problem));
}

static void print_spreads(const struct fit_spread *of, const struct fit_problem *problem,
                          const double *uncertainty, FILE *out)
{
    for (size_t i = 0; i < problem->n; i++)
        if (problem->parameters[i].asked)
            fprintf(out,
                    "%-20s %14.7g %12.3g  %s (%.2f of the uncertainty), 95 %% from %.6g to %.6g\n",
                    problem->parameters[i].name, of[i].mean, of[i].deviation,
                    strcmp(problem->parameters[i].unit, "1") ? problem->parameters[i].unit : "",
                    of[i].deviation / uncertainty[i], of[i].low, of[i].high);
}

/* the region of 95 % as a small map, the first parameter from left to right */
static void print_plane(const struct fit_plane *plane, const struct fit_problem *problem, FILE *out)
{
    const struct fit_parameter *across = &problem->parameters[plane->parameters[0]];
    const struct fit_parameter *up = &problem->parameters[plane->parameters[1]];
    const int last = FIT_PLANE_SIDE - 1;
    fprintf(out, "profile of %s, across %.6g to %.6g %s, and %s, up %.6g to %.6g %s:\n",
            across->name, plane->values[0][0], plane->values[0][last], across->unit, up->name,
            plane->values[1][0], plane->values[1][last], up->unit);
    for (int g = last; g >= 0; g--) {
        for (int i = 0; i <= last; i++)
            fputs(isnan(plane->rise[i][g]) ? " ?" : plane->rise[i][g] <= region ? " #" : " .", out);
        fputc('\n', out);
    }
    fputs("# is within the region of 95 %\n", out);
}

void fit_looks_print(const struct fit_looks *looks, const struct fit_problem *problem,
                     const double *uncertainty, FILE *out)
{
    if (looks->bootstrap) {
        fprintf(out, "bootstrap: %zu of %zu replicas could be fitted; mean and deviation\n",
                looks->bootstrap->fitted, looks->bootstrap->asked);
        print_spreads(looks->bootstrap->of, problem, uncertainty, out);
    }
    if (looks->posterior) {
        fprintf(out,
                "posterior: %zu walkers of %zu steps, worth %.0f samples; mean and deviation\n",
                looks->posterior->walkers, looks->posterior->steps, looks->posterior->effective);
        print_spreads(looks->posterior->of, problem, uncertainty, out);
    }
    if (looks->plane)
        print_plane(looks->plane, problem, out);
}
