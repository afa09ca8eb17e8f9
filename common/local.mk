noinst_LTLIBRARIES += common/libcommon.la
common_libcommon_la_SOURCES = \
	common/error.c common/error.h \
	common/help.c common/help.h \
	common/options.c common/options.h \
	common/program.c common/program.h \
	common/progress.c common/progress.h \
	common/quantity.h common/mechanism.h
common_libcommon_la_LIBADD = $(SNDFILE_LIBS) $(CYAML_LIBS) $(YAML_LIBS) $(JANSSON_LIBS) $(UDUNITS_LIBS) -lm
