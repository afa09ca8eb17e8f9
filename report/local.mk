noinst_LTLIBRARIES += report/libreport.la
report_libreport_la_SOURCES = \
	report/metrics.c report/metrics.h \
	report/regime.c report/regime.h
report_libreport_la_LIBADD = fit/libfit.la sim/libsim.la common/libcommon.la
