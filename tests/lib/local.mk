# SPDX-License-Identifier: GPL-3.0-or-later
test_ldadd = $(rig_libs) $(run_libs) $(figure_libs) $(cli_libs) $(cmocka_libs)

check_PROGRAMS += tests/lib/base/error
tests_lib_base_error_LDADD = $(test_ldadd)

check_PROGRAMS += tests/lib/base/csv tests/lib/base/json tests/lib/base/list
tests_lib_base_csv_LDADD = $(test_ldadd)
tests_lib_base_json_LDADD = $(test_ldadd)
tests_lib_base_list_LDADD = $(test_ldadd)

# units, files and rig files; the fixture has a registry of its own
check_LIBRARIES += tests/lib/libfixture.a
tests_lib_libfixture_a_SOURCES = tests/lib/fixture.c tests/lib/fixture.h
fixture_ldadd = tests/lib/libfixture.a $(test_ldadd)

check_PROGRAMS += tests/lib/base/nearest tests/lib/base/number tests/lib/base/quantity tests/lib/base/uncertain tests/lib/base/unit_table tests/lib/base/unit_text \
	tests/lib/base/units
tests_lib_base_nearest_LDADD = $(test_ldadd)
tests_lib_base_number_LDADD = $(test_ldadd)
tests_lib_base_quantity_LDADD = $(test_ldadd)
tests_lib_base_uncertain_LDADD = $(test_ldadd)
tests_lib_base_unit_text_LDADD = $(test_ldadd)
tests_lib_base_unit_table_LDADD = $(test_ldadd)
tests_lib_base_units_LDADD = $(test_ldadd)

check_PROGRAMS += tests/lib/base/file tests/lib/rig/result tests/lib/rig/rig \
	tests/lib/rig/json tests/lib/rig/tree tests/lib/rig/print tests/lib/rig/read \
	tests/lib/rig/tables tests/lib/rig/uncertain
tests_lib_base_file_LDADD = $(fixture_ldadd)
tests_lib_rig_result_LDADD = $(fixture_ldadd)
tests_lib_rig_rig_LDADD = $(fixture_ldadd)
tests_lib_rig_json_LDADD = $(fixture_ldadd)
tests_lib_rig_tree_LDADD = $(test_ldadd)
tests_lib_rig_print_LDADD = $(fixture_ldadd)
tests_lib_rig_read_LDADD = $(fixture_ldadd)
tests_lib_rig_tables_LDADD = $(fixture_ldadd)
tests_lib_rig_uncertain_LDADD = $(fixture_ldadd)
# what the first generation of the programs wrote
check_PROGRAMS += tests/lib/rig/old_files tests/lib/run/old_files
tests_lib_rig_old_files_LDADD = $(fixture_ldadd)
tests_lib_run_old_files_LDADD = $(fixture_ldadd)
EXTRA_DIST += tests/lib/rig/generation1 tests/lib/run/generation1

EXTRA_DIST += tests/lib/rig/bad-rigs tests/lib/rig/full.yaml tests/lib/rig/full.csv \
	tests/lib/rig/full-1.json tests/lib/rig/full-2.json
check_PROGRAMS += tests/lib/base/sealed tests/lib/base/shown tests/lib/base/sha256 tests/lib/run/run tests/lib/run/write \
	tests/lib/run/json tests/lib/run/repair tests/lib/run/long
EXTRA_DIST += tests/lib/run/rig.h
tests_lib_base_sealed_LDADD = $(test_ldadd)
tests_lib_base_shown_LDADD = $(test_ldadd)
tests_lib_base_sha256_LDADD = $(test_ldadd)
tests_lib_run_run_LDADD = $(test_ldadd)
tests_lib_run_write_LDADD = $(test_ldadd)
tests_lib_run_json_LDADD = $(test_ldadd)
tests_lib_run_repair_LDADD = $(test_ldadd)
tests_lib_run_long_LDADD = $(test_ldadd)
check_PROGRAMS += tests/lib/cli/options tests/lib/cli/help tests/lib/cli/program tests/lib/cli/progress
tests_lib_cli_options_LDADD = $(test_ldadd)
tests_lib_cli_help_LDADD = $(test_ldadd)
tests_lib_cli_program_LDADD = $(test_ldadd)
tests_lib_cli_progress_LDADD = $(test_ldadd)
check_PROGRAMS += tests/lib/figure/figure
tests_lib_figure_figure_LDADD = $(figure_libs) $(fixture_ldadd)

check_PROGRAMS += tests/lib/cli/fold tests/lib/cli/journal tests/lib/cli/plot tests/lib/cli/table
tests_lib_cli_fold_LDADD = $(test_ldadd)
tests_lib_cli_plot_LDADD = $(test_ldadd)
tests_lib_cli_table_LDADD = $(test_ldadd)
tests_lib_cli_journal_LDADD = $(test_ldadd)

check_PROGRAMS += tests/lib/cli/shard tests/lib/cli/share
tests_lib_cli_shard_LDADD = $(test_ldadd)
tests_lib_cli_share_LDADD = $(test_ldadd)
if WITH_MPI
dist_check_SCRIPTS += tests/lib/cli/ranks.sh
tests/lib/cli/ranks.log: tests/lib/cli/share$(EXEEXT) tests/fit/record$(EXEEXT)
else
EXTRA_DIST += tests/lib/cli/ranks.sh
endif
# files without a name, and the end by a signal
check_PROGRAMS += tests/lib/base/draft tests/lib/base/interrupt tests/lib/base/text
tests_lib_base_text_LDADD = $(test_ldadd)
tests_lib_base_draft_LDADD = $(fixture_ldadd)
tests_lib_base_interrupt_LDADD = $(fixture_ldadd)

# recorded channels; the linker hands the signal's reader to the test, which counts the frames
measure_fixture = tests/lib/measure/fixture.c tests/lib/measure/fixture.h
EXTRA_DIST += tests/lib/measure/pulled.h
measure_ldadd = $(measure_libs) $(cmocka_libs)
check_PROGRAMS += tests/lib/measure/background tests/lib/measure/jump
tests_lib_measure_background_LDADD = $(measure_ldadd)
tests_lib_measure_jump_LDADD = $(measure_ldadd)
check_PROGRAMS += tests/lib/measure/channels tests/lib/measure/detect tests/lib/measure/dropout \
	tests/lib/measure/events tests/lib/measure/flag tests/lib/measure/level \
	tests/lib/measure/match tests/lib/measure/noise tests/lib/measure/rail \
	tests/lib/measure/record tests/lib/measure/regime tests/lib/measure/spectrum \
	tests/lib/measure/spline
tests_lib_measure_channels_SOURCES = tests/lib/measure/channels.c $(measure_fixture)
tests_lib_measure_channels_LDADD = $(measure_ldadd)
tests_lib_measure_channels_LDFLAGS = -Wl,--wrap=run_signal_read
tests_lib_measure_detect_LDADD = $(measure_ldadd)
tests_lib_measure_dropout_LDADD = $(measure_ldadd)
tests_lib_measure_events_LDADD = $(measure_ldadd)
tests_lib_measure_flag_LDADD = $(measure_ldadd)
tests_lib_measure_level_LDADD = $(measure_ldadd)
tests_lib_measure_match_LDADD = $(measure_ldadd)
tests_lib_measure_noise_LDADD = $(measure_ldadd)
tests_lib_measure_rail_LDADD = $(measure_ldadd)
tests_lib_measure_record_SOURCES = tests/lib/measure/record.c $(measure_fixture)
tests_lib_measure_record_LDADD = $(measure_ldadd)
tests_lib_measure_regime_LDADD = $(measure_ldadd)
tests_lib_measure_spectrum_LDADD = $(measure_ldadd)
tests_lib_measure_spline_LDADD = $(measure_ldadd)
