# SPDX-License-Identifier: GPL-3.0-or-later
# Harnesses. `make check` replays the corpus through each; configured with --enable-fuzzing
# they are libFuzzer's programs, which `make fuzz` builds in a directory of their own.
check_LIBRARIES += tests/fuzz/libinput.a
tests_fuzz_libinput_a_SOURCES = tests/fuzz/fuzz.c tests/fuzz/fuzz.h
if FUZZING
fuzz_main = $(FUZZER_LIBS)
# the engine compares counts of loops, which say nothing of an input: libFuzzer, who is told of each
# comparison to guess the text that it asks for, took a third of the time for these
sim/%.o: private AM_CFLAGS += -fno-sanitize-coverage=trace-cmp
else
check_LIBRARIES += tests/fuzz/libreplay.a
tests_fuzz_libreplay_a_SOURCES = tests/fuzz/replay.c
fuzz_main = tests/fuzz/libreplay.a
endif
fuzz_ldadd = tests/fuzz/libinput.a $(fuzz_main)

fuzz_harnesses = tests/fuzz/units tests/fuzz/trigger tests/fuzz/rig tests/fuzz/run_json \
	tests/fuzz/signal tests/fuzz/result tests/fuzz/csv tests/fuzz/setting tests/fuzz/options \
	tests/fuzz/repair tests/fuzz/api
check_PROGRAMS += $(fuzz_harnesses)
tests_fuzz_units_LDADD = $(fuzz_ldadd) $(rig_libs) $(run_libs) $(figure_libs) $(cli_libs)
tests_fuzz_trigger_LDADD = $(fuzz_ldadd) $(daq_libs)
tests_fuzz_rig_LDADD = $(fuzz_ldadd) $(daq_libs)
tests_fuzz_run_json_LDADD = $(fuzz_ldadd) $(sim_libs)
tests_fuzz_signal_LDADD = $(fuzz_ldadd) $(daq_libs)
tests_fuzz_result_LDADD = $(fuzz_ldadd) $(report_libs)
tests_fuzz_csv_LDADD = $(fuzz_ldadd) $(daq_libs)
tests_fuzz_setting_LDADD = $(fuzz_ldadd) $(map_libs)
tests_fuzz_options_LDADD = $(fuzz_ldadd) $(rig_libs) $(run_libs) $(figure_libs) $(cli_libs)
tests_fuzz_repair_LDADD = $(fuzz_ldadd) $(rig_libs) $(run_libs) $(figure_libs) $(cli_libs)
tests_fuzz_api_LDADD = $(fuzz_ldadd) $(api_libs)
EXTRA_DIST += tests/fuzz/corpus tests/fuzz/dictionaries tests/fuzz/fuzz.sh tests/fuzz/soak.sh

# `make fuzz`: each harness for FUZZ_SECONDS, or FUZZ_RUNS inputs
.PHONY: fuzz
fuzz:
	bash $(srcdir)/tests/fuzz/fuzz.sh
