noinst_LTLIBRARIES += report/libreport.la
report_libreport_la_SOURCES = \
	report/align.c report/align.h \
	report/compare.c report/compare.h \
	report/fitted.c report/fitted.h \
	report/metrics.c report/metrics.h \
	report/portrait.c report/portrait.h \
	report/predict.c report/predict.h \
	report/regime.c report/regime.h \
	report/rigs.c report/rigs.h
report_libreport_la_LIBADD = fit/libfit.la sim/libsim.la common/libcommon.la
