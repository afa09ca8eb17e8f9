test_ldadd = common/libcommon.la $(CMOCKA_LIBS)

check_PROGRAMS += tests/common/error
tests_common_error_LDADD = $(test_ldadd)

# units, files and rig files; the fixture has a registry of its own
check_LTLIBRARIES += tests/common/libfixture.la
tests_common_libfixture_la_SOURCES = tests/common/fixture.c tests/common/fixture.h
fixture_ldadd = tests/common/libfixture.la $(test_ldadd)

check_PROGRAMS += tests/common/nearest tests/common/quantity tests/common/unit_text \
	tests/common/units
tests_common_nearest_LDADD = $(test_ldadd)
tests_common_quantity_LDADD = $(test_ldadd)
tests_common_unit_text_LDADD = $(test_ldadd)
tests_common_units_LDADD = $(test_ldadd)

check_PROGRAMS += tests/common/file tests/common/result tests/common/rig \
	tests/common/rig_json tests/common/rig_lines tests/common/rig_print tests/common/rig_read \
	tests/common/rig_tables
tests_common_file_LDADD = $(fixture_ldadd)
tests_common_result_LDADD = $(fixture_ldadd)
tests_common_rig_LDADD = $(fixture_ldadd)
tests_common_rig_json_LDADD = $(fixture_ldadd)
tests_common_rig_lines_LDADD = $(test_ldadd)
tests_common_rig_print_LDADD = $(fixture_ldadd)
tests_common_rig_read_LDADD = $(fixture_ldadd)
tests_common_rig_tables_LDADD = $(fixture_ldadd)

EXTRA_DIST += tests/common/bad-rigs tests/common/full.yaml tests/common/full.csv \
	tests/common/full-1.json tests/common/full-2.json
check_PROGRAMS += tests/common/sha256 tests/common/run tests/common/run_write \
	tests/common/run_json tests/common/run_repair tests/common/run_long
EXTRA_DIST += tests/common/run_rig.h
tests_common_sha256_LDADD = $(test_ldadd)
tests_common_run_LDADD = $(test_ldadd)
tests_common_run_write_LDADD = $(test_ldadd)
tests_common_run_json_LDADD = $(test_ldadd)
tests_common_run_repair_LDADD = $(test_ldadd)
tests_common_run_long_LDADD = $(test_ldadd)
check_PROGRAMS += tests/common/options tests/common/help tests/common/program tests/common/progress
tests_common_options_LDADD = $(test_ldadd)
tests_common_help_LDADD = $(test_ldadd)
tests_common_program_LDADD = $(test_ldadd)
tests_common_progress_LDADD = $(test_ldadd)
check_PROGRAMS += tests/common/gnuplot
tests_common_gnuplot_LDADD = $(fixture_ldadd)

check_PROGRAMS += tests/common/journal
tests_common_journal_LDADD = $(test_ldadd)

check_PROGRAMS += tests/common/shard tests/common/share
tests_common_shard_LDADD = $(test_ldadd)
tests_common_share_LDADD = $(test_ldadd)
if WITH_MPI
dist_check_SCRIPTS += tests/common/ranks.sh
tests/common/ranks.log: tests/common/share$(EXEEXT) tests/fit/record$(EXEEXT)
else
EXTRA_DIST += tests/common/ranks.sh
endif
# files without a name, and the end by a signal
check_PROGRAMS += tests/common/draft tests/common/interrupt tests/common/text
tests_common_text_LDADD = $(test_ldadd)
tests_common_draft_LDADD = $(fixture_ldadd)
tests_common_interrupt_LDADD = $(fixture_ldadd)
