/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tables as LaTeX: rules of booktabs, and no text that is a command. */
#include "config.h"

#include "report/latex.h"

#include <stdlib.h>
#include <string.h>

#include "tests/test.h"

static char *written(const struct report_table *table, const char *text)
{
    char *all;
    size_t size;
    FILE *out = open_memstream(&all, &size);
    assert_non_null(out);
    if (table)
        report_latex_table(out, table);
    else
        report_latex_text(out, text);
    fclose(out);
    return all;
}

static void text_is_no_command(void **state)
{
    (void)state;
    static const char *const pairs[][2] = {
        {"plain 1.5", "plain 1.5"},
        {"a_b & 50 %", "a\\_b \\& 50 \\%"},
        {"\\input{/etc/passwd}", "\\textbackslash{}input\\{/etc/passwd\\}"},
        {"$x^2$ #1 ~", "\\$x\\textasciicircum{}2\\$ \\#1 \\textasciitilde{}"},
        {"1.5 ± 0.2 – 32°", "1.5 $\\pm$ 0.2 -- 32$^\\circ$"},
        {"10⁻⁶ m/s²", "10$^{-6}$ m/s$^{2}$"},
        {"-0.5 / -2 of v-0.2, 3-4, x = -1", "$-$0.5 / $-$2 of v-0.2, 3-4, x = $-$1"},
        {"θ1\u00a0=\u00a0-15°, x¹²", "$\\theta$1~=~$-$15$^\\circ$, x$^{12}$"},
        {"a\nb\tc", "a b c"}};
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        char *text = written(NULL, pairs[i][0]);
        assert_string_equal(text, pairs[i][1]);
        free(text);
    }
}

static void tables_have_rules(void **state)
{
    (void)state;
    static const char *const heads[] = {"run", ">rail m/s"};
    struct report_document document = {0};
    struct report_table *table = report_document_table(&document, heads, 2);
    report_table_group(&document, table, "kind_1");
    report_table_cell(&document, table, "a");
    report_table_cell(&document, table, "%.1f", 0.5);
    char *text = written(table, NULL);
    assert_string_equal(text, "% needs \\usepackage{booktabs}\n\\begin{tabular}{lr}\n"
                              "  \\toprule\n  run & rail m/s \\\\\n  \\midrule\n"
                              "  \\multicolumn{2}{l}{\\textit{kind\\_1}} \\\\\n  a & 0.5 \\\\\n"
                              "  \\bottomrule\n\\end{tabular}\n");
    free(text);
    report_document_free(&document);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(text_is_no_command),
                                       cmocka_unit_test(tables_have_rules)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
