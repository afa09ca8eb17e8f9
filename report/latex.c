/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "report/latex.h"

#include <ctype.h>
#include <stdint.h>
#include <string.h>

/* what LaTeX takes for commands, and what not every font of it has */
static const struct {
    const char *is, *becomes;
} special[] = {{"\\", "\\textbackslash{}"},
               {"{", "\\{"},
               {"}", "\\}"},
               {"$", "\\$"},
               {"&", "\\&"},
               {"#", "\\#"},
               {"%", "\\%"},
               {"_", "\\_"},
               {"^", "\\textasciicircum{}"},
               {"~", "\\textasciitilde{}"},
               {"<", "\\textless{}"},
               {">", "\\textgreater{}"},
               {"\u00a0", "~"},
               {"\u2013", "--"},
               {"\u2212", "$-$"},
               {"±", "$\\pm$"},
               {"°", "$^\\circ$"},
               {"χ", "$\\chi$"},
               {"θ", "$\\theta$"},
               {"φ", "$\\varphi$"},
               {"“", "``"},
               {"”", "''"}};

static const char *const raised[][2] = {{"⁻", "-"}, {"⁰", "0"}, {"¹", "1"}, {"²", "2"},
                                        {"³", "3"}, {"⁴", "4"}, {"⁵", "5"}, {"⁶", "6"},
                                        {"⁷", "7"}, {"⁸", "8"}, {"⁹", "9"}};

/* a power, all of it in one place; returns how much of the text it takes */
static size_t print_power(FILE *out, const char *text)
{
    size_t taken = 0;
    for (size_t k = 0; k < sizeof raised / sizeof *raised; k++)
        if (strncmp(text + taken, raised[k][0], strlen(raised[k][0])) == 0) {
            fprintf(out, "%s%s", taken ? "" : "$^{", raised[k][1]);
            taken += strlen(raised[k][0]);
            k = SIZE_MAX; /* from the first again, for the next digit */
        }
    if (taken)
        fputs("}$", out);
    return taken;
}

/* the sign of a number, not the hyphen of a name or a range */
static bool is_minus(const char *begin, const char *text)
{
    return *text == '-' && isdigit((unsigned char)text[1]) &&
           (text == begin || text[-1] == ' ' ||
            text[-1] == '\xa0'); /* the end of a no-break space */
}

void report_latex_text(FILE *out, const char *text)
{
    const char *const begin = text;
    while (*text) {
        const size_t power = print_power(out, text);
        size_t k = 0;
        text += power;
        if (power)
            continue;
        if (is_minus(begin, text)) {
            fputs("$-$", out);
            text++;
            continue;
        }
        while (k < sizeof special / sizeof *special &&
               strncmp(text, special[k].is, strlen(special[k].is)) != 0)
            k++;
        if (k < sizeof special / sizeof *special) {
            fputs(special[k].becomes, out);
            text += strlen(special[k].is);
        } else {
            fputc((unsigned char)*text < ' ' ? ' ' : *text, out);
            text++;
        }
    }
}

static void print_row(FILE *out, const struct report_table *table, const char *const *cells)
{
    for (size_t i = 0; i < table->columns; i++) {
        fputs(i ? " & " : "  ", out);
        report_latex_text(out, cells[i]);
    }
    fputs(" \\\\\n", out);
}

void report_latex_table(FILE *out, const struct report_table *table)
{
    bool headed = false;
    fputs("% needs \\usepackage{booktabs}\n\\begin{tabular}{", out);
    for (size_t i = 0; i < table->columns; i++) {
        fputc(table->right[i] ? 'r' : 'l', out);
        headed |= *table->head[i] != '\0';
    }
    fputs("}\n  \\toprule\n", out);
    if (headed) {
        print_row(out, table, table->head);
        fputs("  \\midrule\n", out);
    }
    for (size_t row = 0; row < report_table_rows(table); row++) {
        const char *const *cells = (const char *const *)table->cells + row * table->columns;
        if (!report_table_is_group(table, row)) {
            print_row(out, table, cells);
            continue;
        }
        fprintf(out, "  %s\\multicolumn{%zu}{l}{\\textit{", row ? "\\addlinespace\n  " : "",
                table->columns);
        report_latex_text(out, cells[0]);
        fputs("}} \\\\\n", out);
    }
    fputs("  \\bottomrule\n\\end{tabular}\n", out);
}
