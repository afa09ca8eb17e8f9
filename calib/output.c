/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "calib/output.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "calib/budget.h"
#include "lib/base/file.h"
#include "lib/base/shown.h"
#include "lib/base/uncertain.h"
#include "lib/cli/fold.h"
#include "lib/cli/remark.h"
#include "lib/cli/table.h"

void calib_output_add(struct calib_output *output, const char *name, double value,
                      double uncertainty, double degrees, const char *unit)
{
    if (output->n == CALIB_RESULTS)
        return;
    const size_t i = output->n++;
    snprintf(output->names[i], sizeof output->names[i], "%s", name);
    memcpy(output->methods[i], output->method, sizeof output->method);
    output->degrees[i] = degrees;
    output->results[i] = (struct result){.name = output->names[i],
                                         .value = value,
                                         .uncertainty = uncertainty,
                                         .unit = unit,
                                         .method = output->methods[i],
                                         .run = output->source,
                                         .sha256 = output->sha256};
}

void calib_output_method(struct calib_output *output, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(output->method, sizeof output->method, format, arguments);
    va_end(arguments);
}

void calib_output_remark(struct calib_output *output, const char *format, ...)
{
    if (output->n_remarks == CALIB_REMARKS)
        return;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(output->remarks[output->n_remarks++], CALIB_METHOD_SIZE, format, arguments);
    va_end(arguments);
}

enum error_code calib_output_check(const struct calib_wishes *wishes, struct error *err)
{
    enum error_code code = file_vacant(wishes->output, wishes->force, err);
    return code ? code : figure_file_check(wishes->figure, wishes->force, err);
}

/* for a person: 1.3394(1), in the units that people read */
static void print_readable(const struct calib_output *output)
{
    printf("%-24s %-20s %-12s %s\n", "name", "value(u)", "U (95 %)", "unit");
    for (size_t i = 0; i < output->n; i++) {
        const struct result *result = &output->results[i];
        char value[UNCERTAIN_SIZE], expanded[32] = "-";
        double factor;
        const char *unit = table_reader_unit(result->unit, &factor);
        uncertain_text(factor * result->value, factor * result->uncertainty, value);
        if (!isnan(result->uncertainty))
            snprintf(expanded, sizeof expanded, "%.2g",
                     factor * result->uncertainty * calib_coverage_factor(output->degrees[i]));
        shown_printf(stdout, "%-24s %-20s %-12s %s\n", result->name, value, expanded, unit);
    }
}

static void print_results(const struct calib_output *output)
{
    printf("%-24s %-14s %-10s %-10s %s\n", "name", "value", "u", "U (95 %)", "unit");
    for (size_t i = 0; i < output->n; i++) {
        const struct result *result = &output->results[i];
        shown_printf(stdout, "%-24s %-14.8g ", result->name, result->value);
        if (isnan(result->uncertainty))
            printf("%-10s %-10s", "-", "-");
        else
            printf("%-10.3g %-10.3g", result->uncertainty,
                   result->uncertainty * calib_coverage_factor(output->degrees[i]));
        shown_printf(stdout, " %s\n", result->unit);
    }
}

static enum error_code print_json(const struct calib_output *output, struct error *err)
{
    char *text;
    enum error_code code = result_text(output->program, output->results, output->n, &text, err);
    if (!code)
        puts(text);
    free(text);
    return code;
}

enum error_code calib_output_write(const struct calib_output *output,
                                   const struct calib_wishes *wishes, struct figure *figure,
                                   struct error *err)
{
    const char *slash = strrchr(output->source, '/'); /* a page has no use for where it lies */
    figure->title = slash && slash[1] ? slash + 1 : output->source;
    figure->width = FIGURE_WIDTH;
    enum error_code code = wishes->figure
                               ? figure_file_write(figure, wishes->figure, wishes->force, err)
                               : ERROR_OK;
    if (!code && wishes->output)
        code = result_write(wishes->output, output->program, output->results, output->n,
                            wishes->force, err);
    if (!code && wishes->json)
        code = print_json(output, err);
    else if (!code && fold_screen(stdout) > 0)
        print_readable(output);
    else if (!code)
        print_results(output);
    for (size_t i = 0; i < output->n_remarks && !code && !wishes->quiet; i++)
        remark(false, output->program, "%s", output->remarks[i]);
    if (!code && !wishes->quiet && (wishes->output || wishes->figure))
        remark(false, output->program, "written: %s%s%s", wishes->output ? wishes->output : "",
               wishes->output && wishes->figure ? ", " : "", wishes->figure ? wishes->figure : "");
    return code;
}

const struct figure_style calib_measured = {.colour = "#a8a8a8", .width = 2.4};
const struct figure_style calib_fitted = {.colour = "#c03030", .width = 1.2};
const struct figure_style calib_residual = {.colour = "#3050a0", .width = 0.9};

struct figure_series calib_output_samples(const char *name, const struct figure_style *style,
                                          double first, double step, const double *y, size_t n)
{
    return (struct figure_series){
        .name = name, .style = style, .first = first, .step = step, .y = y, .n = n};
}
