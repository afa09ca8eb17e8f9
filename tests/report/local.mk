# SPDX-License-Identifier: GPL-3.0-or-later
report_ldadd = $(report_libs) $(cmocka_libs)
check_PROGRAMS += tests/report/behaviour tests/report/report
tests_report_behaviour_LDADD = $(report_ldadd)
tests_report_report_LDADD = $(report_ldadd)
tests_report_report_LDFLAGS = -Wl,--wrap=run_open,--wrap=sim_simulate
check_PROGRAMS += tests/report/metrics tests/report/pack \
	tests/report/compare tests/report/fitted tests/report/thin \
	tests/report/budget tests/report/live_spec tests/report/residuals tests/report/latex
tests_report_metrics_LDADD = $(report_ldadd)
tests_report_pack_LDADD = $(report_ldadd)
tests_report_compare_LDADD = $(report_ldadd)
tests_report_fitted_LDADD = $(report_ldadd)
tests_report_thin_LDADD = $(report_ldadd)
tests_report_budget_LDADD = $(report_ldadd)
tests_report_live_spec_LDADD = $(report_ldadd)
tests_report_residuals_LDADD = $(report_ldadd)
tests_report_latex_LDADD = $(report_ldadd)
