noinst_LTLIBRARIES += common/libcommon.la
common_libcommon_la_SOURCES = \
	common/error.c common/error.h \
	common/quantity.h common/mechanism.h
common_libcommon_la_LIBADD = $(SNDFILE_LIBS) $(CYAML_LIBS) $(YAML_LIBS) $(JANSSON_LIBS) $(UDUNITS_LIBS) -lm
