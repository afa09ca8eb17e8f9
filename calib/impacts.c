/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "calib/impacts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <gsl/gsl_sort.h>
#include <gsl/gsl_statistics_double.h>

#include "lib/base/list.h"
#include "lib/base/shown.h"
#include "lib/cli/progress.h"

static const double surely = 2; /* standard uncertainties of a lead that is taken for one */

/* ---- which laws */

static enum error_code take_laws(const char *list, struct calib_impacts *impacts, struct error *err)
{
    struct calib_impact_law laws[CALIB_IMPACT_LAWS];
    if (!list) {
        impacts->n = calib_impact_laws(laws);
        for (size_t i = 0; i < impacts->n; i++)
            impacts->fits[i].law = laws[i];
        return ERROR_OK;
    }
    enum error_code code = list_check(list, err);
    char word[LIST_WORD_SIZE];
    while (!code && list_next(&list, word)) {
        if (impacts->n == CALIB_IMPACT_LAWS)
            return error_set(err, ERROR_USAGE, "--laws takes at most %d laws", CALIB_IMPACT_LAWS);
        code = calib_impact_law_parse(word, &impacts->fits[impacts->n++].law, err);
    }
    return code;
}

/* each law by itself, so that the result does not depend on the number of threads */
static enum error_code fit_laws(const struct calib_impacts_settings *settings,
                                struct calib_impacts *impacts, struct error *err)
{
    enum error_code codes[CALIB_IMPACT_LAWS];
    struct error *errors = calloc(impacts->n, sizeof *errors);
    struct calib_impact_factor *factors = calloc(impacts->table.n, sizeof *factors);
    struct progress progress;
    size_t done = 0, failed = impacts->n;
    enum error_code code = errors && factors ? calib_impact_weigh(&impacts->table,
                                                                  &settings->choice, factors, err)
                                             : error_memory(err);
    if (code) {
        free(errors);
        free(factors);
        return code;
    }
    progress_start(&progress, "fitting laws", "laws", (double)impacts->n, settings->quiet);
#pragma omp parallel for schedule(dynamic)
    for (size_t k = 0; k < impacts->n; k++) {
        const size_t i = impacts->n - 1 - k; /* the slow ones are last: they begin */
        codes[i] = calib_impact_fit(&impacts->table, &settings->choice, factors, &impacts->fits[i],
                                    &errors[i]);
#pragma omp critical
        progress_update(&progress, (double)++done);
    }
    progress_end(&progress);
    for (size_t i = impacts->n; i-- > 0;)
        failed = codes[i] ? i : failed;
    code = failed < impacts->n ? codes[failed] : ERROR_OK;
    if (code)
        *err = errors[failed];
    free(errors);
    free(factors);
    return code;
}

/* ---- which is best */

static double predictive(const struct calib_impact_fit *fit, size_t n)
{
    double sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += isnan(fit->left_out[i]) ? 0 : fit->left_out[i];
    return sum;
}

static void rank(struct calib_impacts *impacts)
{
    const size_t n = impacts->table.n;
    for (size_t i = 1; i < impacts->n; i++)
        for (size_t k = i;
             k > 0 && predictive(&impacts->fits[k], n) > predictive(&impacts->fits[k - 1], n);
             k--) {
            const struct calib_impact_fit fit = impacts->fits[k];
            impacts->fits[k] = impacts->fits[k - 1];
            impacts->fits[k - 1] = fit;
        }
    size_t fewest = calib_impact_law_size(&impacts->fits[0].law);
    for (size_t i = 0; i < impacts->n; i++) {
        impacts->leads[i] = calib_impact_compare(&impacts->fits[0], &impacts->fits[i], n);
        const size_t size = calib_impact_law_size(&impacts->fits[i].law);
        if (impacts->leads[i].lead <= surely * impacts->leads[i].uncertainty && size < fewest) {
            impacts->chosen = i;
            fewest = size;
        }
    }
}

/* values of which not one has an uncertainty are where the search stood, not what was measured */
static enum error_code check_told(const struct calib_impacts *impacts, const char *path,
                                  struct error *err)
{
    const struct calib_impact_fit *fit = &impacts->fits[impacts->chosen];
    char name[CALIB_IMPACT_NAME_SIZE];
    for (enum calib_impact_parameter i = 0; i < CALIB_IMPACT_PARAMETERS; i++)
        if (fit->law.free[i] && fit->uncertainty[i] < INFINITY)
            return ERROR_OK;
    calib_impact_law_name(&fit->law, name);
    return error_set(err, ERROR_NUMERIC,
                     "%s: these impacts determine no parameter of the law %s, which misses %.3g %% "
                     "of the speed before: are the columns those of one body's impacts?",
                     path, name, 100 * fit->median);
}

/* ---- what is said of it */

static void remark_table(const struct calib_impact_table *table, struct calib_output *output)
{
    if (table->left_out)
        calib_output_remark(output,
                            "%zu rows are no impacts (a number is missing, or the point does not "
                            "approach) and are left out",
                            table->left_out);
    if (table->used.x > 0 && table->used.y > 0)
        return;
    calib_output_remark(output,
                        "the signs of the table cannot be right: no impulse at the contact point "
                        "explains %.2g %% of the change of velocity (median); with %s%s%s reversed "
                        "it is %.2g %%, and so it is taken",
                        100 * table->usual.unexplained, table->used.x < 0 ? "contact_x" : "",
                        table->used.x < 0 && table->used.y < 0 ? " and " : "",
                        table->used.y < 0 ? "contact_y" : "", 100 * table->used.unexplained);
}

/* rules that the impacts cannot tell from the one that was chosen */
static void remark_rivals(const struct calib_impacts *impacts, struct calib_output *output)
{
    const struct calib_impact_fit *chosen = &impacts->fits[impacts->chosen];
    for (size_t i = 0; i < impacts->n; i++) {
        const struct calib_impact_fit *other = &impacts->fits[i];
        const struct calib_impact_lead lead = calib_impact_compare(chosen, other, impacts->table.n);
        char names[2][CALIB_IMPACT_NAME_SIZE];
        if (other->law.rule == chosen->law.rule || lead.lead > surely * lead.uncertainty)
            continue;
        calib_impact_law_name(&chosen->law, names[0]);
        calib_impact_law_name(&other->law, names[1]);
        calib_output_remark(output, "these impacts cannot tell %s from %s: the lead is %.1f(%.1f)",
                            names[0], names[1], lead.lead, lead.uncertainty);
        return;
    }
}

static void remark_fit(const struct calib_impact_fit *fit, struct calib_output *output)
{
    if (!fit->converged)
        calib_output_remark(output, "the fit has not come to rest: take its values with care");
    for (enum calib_impact_parameter i = 0; i < CALIB_IMPACT_PARAMETERS; i++)
        if (fit->law.free[i] && !(fit->uncertainty[i] < INFINITY))
            calib_output_remark(output, "%s is not determined by these impacts",
                                calib_impact_parameter_name(i));
}

static void add_results(const struct calib_impacts *impacts,
                        const struct calib_impacts_settings *settings, struct calib_output *output)
{
    const struct calib_impact_fit *fit = &impacts->fits[impacts->chosen];
    char name[CALIB_IMPACT_NAME_SIZE];
    calib_impact_law_name(&fit->law, name);
    const size_t used = impacts->table.n -
                        (settings->choice.flagged ? 0 : impacts->table.n_flagged);
    calib_output_method(
        output, "law %s of %zu impacts, Student's likelihood, noise before and after", name, used);
    for (enum calib_impact_parameter i = 0; i < CALIB_IMPACT_PARAMETERS; i++)
        if (fit->law.free[i])
            calib_output_add(output, calib_impact_parameter_name(i), fit->values.p[i],
                             fit->uncertainty[i], (double)used, calib_impact_parameter_unit(i));
    if (fit->law.free[CALIB_IMPACT_POWER])
        calib_output_add(output, "restitution_speed", fit->values.speed, NAN, INFINITY, "m/s");
    calib_output_add(output, "velocity_noise", fit->spread, NAN, INFINITY, "m/s");
}

enum error_code calib_impacts_find(const char *path, const struct calib_impacts_settings *settings,
                                   struct calib_impacts *impacts, struct calib_output *output,
                                   struct error *err)
{
    memset(impacts, 0, sizeof *impacts);
    enum error_code code = take_laws(settings->laws, impacts, err);
    if (!code)
        code = calib_impact_table_read(path, settings->gyration, &impacts->table, err);
    if (!code)
        code = fit_laws(settings, impacts, err);
    if (!code) {
        rank(impacts);
        code = check_told(impacts, path, err);
    }
    if (code) {
        calib_impacts_free(impacts);
        return code;
    }
    output->source = path;
    output->sha256 = impacts->table.sha256;
    add_results(impacts, settings, output);
    remark_table(&impacts->table, output);
    remark_rivals(impacts, output);
    remark_fit(&impacts->fits[impacts->chosen], output);
    return ERROR_OK;
}

void calib_impacts_free(struct calib_impacts *impacts)
{
    for (size_t i = 0; i < impacts->n; i++)
        calib_impact_fit_free(&impacts->fits[i]);
    calib_impact_table_free(&impacts->table);
}

void calib_impacts_print(const struct calib_impacts *impacts, FILE *out)
{
    const struct calib_impact_table *table = &impacts->table;
    fprintf(out, "\n%zu impacts, %zu of them flagged; radius of gyration %.4g mm (%s)\n", table->n,
            table->n_flagged, 1000 * table->gyration,
            table->gyration_given ? "given" : "from the angular momentum");
    fprintf(out, "errors of impacts that were left out of the fit, over the speed before\n\n");
    fprintf(out, "  %-34s %3s %8s %8s %9s %14s\n", "law", "p", "median", "rms", "AICc",
            "behind by");
    for (size_t i = 0; i < impacts->n; i++) {
        const struct calib_impact_fit *fit = &impacts->fits[i];
        char name[CALIB_IMPACT_NAME_SIZE], behind[32] = "";
        calib_impact_law_name(&fit->law, name);
        if (i > 0)
            snprintf(behind, sizeof behind, "%.1f(%.1f)", impacts->leads[i].lead,
                     impacts->leads[i].uncertainty);
        fprintf(out, "%c %-34s %3zu %6.2f %% %6.2f %% %9.1f %14s\n",
                i == impacts->chosen ? '*' : ' ', name, calib_impact_law_size(&fit->law),
                100 * fit->median, 100 * fit->rms, fit->aicc, behind);
    }
    fprintf(out, "* chosen: the fewest parameters that the first is not surely ahead of\n");
}

/* ---- another table */

static void print_score(const struct calib_impacts *impacts, const struct calib_impact_table *table,
                        double *errors, bool flagged, FILE *out)
{
    size_t n = 0;
    for (size_t i = 0; i < table->n; i++)
        if (flagged || !table->rows[i].flagged)
            errors[n++] = calib_impact_error(&impacts->fits[impacts->chosen], &table->rows[i],
                                             impacts->table.gyration);
    if (n == 0)
        return;
    const double rms = sqrt(gsl_stats_tss_m(errors, 1, n, 0) / (double)n);
    gsl_sort(errors, 1, n);
    shown_printf(out, "score of %s: %zu impacts%s: median %.2f %%, rms %.2f %%\n", table->path, n,
                 flagged ? "" : " without a flag",
                 100 * gsl_stats_median_from_sorted_data(errors, 1, n), 100 * rms);
}

enum error_code calib_impacts_score(const struct calib_impacts *impacts, const char *path,
                                    FILE *out, struct error *err)
{
    struct calib_impact_table table;
    enum error_code code = calib_impact_table_read(path, impacts->table.gyration, &table, err);
    if (code)
        return code;
    double *errors = malloc(table.n * sizeof *errors);
    if (errors) {
        print_score(impacts, &table, errors, true, out);
        if (table.n_flagged)
            print_score(impacts, &table, errors, false, out);
    } else {
        code = error_memory(err);
    }
    free(errors);
    calib_impact_table_free(&table);
    return code;
}
