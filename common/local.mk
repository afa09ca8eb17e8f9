noinst_LTLIBRARIES += common/libcommon.la
common_libcommon_la_SOURCES = \
	common/draft.c common/draft.h \
	common/error.c common/error.h \
	common/file.c common/file.h \
	common/gnuplot.c common/gnuplot.h \
	common/gsl_answers.h \
	common/help.c common/help.h \
	common/interrupt.c common/interrupt.h \
	common/journal.c common/journal.h \
	common/mechanism.h \
	common/memory.c common/memory.h \
	common/nearest.c common/nearest.h \
	common/options.c common/options.h \
	common/program.c common/program.h \
	common/progress.c common/progress.h \
	common/quantity.c common/quantity.h \
	common/result.c common/result.h \
	common/rig.c common/rig.h \
	common/rig_include.c common/rig_include.h \
	common/rig_json.c \
	common/rig_lines.c common/rig_lines.h \
	common/rig_make.c common/rig_make.h \
	common/rig_print.c \
	common/rig_read.c \
	common/rig_tables.c common/rig_tables.h \
	common/rig_text.c common/rig_text.h \
	common/run.c common/run.h \
	common/run_fields.c common/run_fields.h \
	common/run_json.c common/run_json.h \
	common/run_repair.c common/run_repair.h \
	common/run_signal.c common/run_signal.h \
	common/run_write.c common/run_write.h \
	common/sha256.c common/sha256.h \
	common/shard.c common/shard.h \
	common/shard_merge.c common/shard_merge.h \
	common/share.c common/share.h \
	common/stream.c common/stream.h \
	common/text.c common/text.h \
	common/unit_text.c common/unit_text.h \
	common/units.c common/units.h
common_libcommon_la_LIBADD = $(SNDFILE_LIBS) $(CYAML_LIBS) $(YAML_LIBS) $(JANSSON_LIBS) \
	$(NETTLE_LIBS) $(UDUNITS_LIBS) $(MPI_LIBS) -lm
