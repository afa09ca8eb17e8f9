/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "report/latex.h"

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
               {"⁻", "$^{-}$"},
               {"⁰", "$^0$"},
               {"¹", "$^1$"},
               {"²", "$^2$"},
               {"³", "$^3$"},
               {"⁴", "$^4$"},
               {"⁵", "$^5$"},
               {"⁶", "$^6$"},
               {"⁷", "$^7$"},
               {"⁸", "$^8$"},
               {"⁹", "$^9$"},
               {"χ", "$\\chi$"},
               {"θ", "$\\theta$"},
               {"φ", "$\\varphi$"},
               {"“", "``"},
               {"”", "''"}};

void report_latex_text(FILE *out, const char *text)
{
    while (*text) {
        size_t k = 0;
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
