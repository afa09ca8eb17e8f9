report_ldadd = report/libreport.la $(CMOCKA_LIBS)
check_PROGRAMS += tests/report/metrics
tests_report_metrics_LDADD = $(report_ldadd)
