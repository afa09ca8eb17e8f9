# SPDX-License-Identifier: GPL-3.0-or-later
# what the scripts look at runs with; no test by itself
EXTRA_PROGRAMS += tests/daq/facts
check_DATA += tests/daq/facts
CLEANFILES += tests/daq/facts
tests_daq_facts_LDADD = $(rig_libs) $(run_libs) $(figure_libs) $(cli_libs)

if HAVE_CMOCKA
daq_ldadd = $(daq_libs) $(cmocka_libs)
daq_fixture = tests/daq/fixture.c tests/daq/fixture.h

check_PROGRAMS += tests/daq/health tests/daq/random tests/daq/ring \
	tests/daq/trace tests/daq/trigger
tests_daq_health_LDADD = $(daq_ldadd)
tests_daq_random_LDADD = $(daq_ldadd)
tests_daq_ring_LDADD = $(daq_ldadd)
tests_daq_trace_LDADD = $(daq_ldadd)
tests_daq_trigger_LDADD = $(daq_ldadd)

check_PROGRAMS += tests/daq/session tests/daq/source_rig tests/daq/table tests/daq/truth
tests_daq_session_SOURCES = tests/daq/session.c $(daq_fixture)
tests_daq_session_LDADD = $(daq_ldadd)
tests_daq_source_rig_SOURCES = tests/daq/source_rig.c $(daq_fixture)
tests_daq_source_rig_LDADD = $(daq_ldadd)
tests_daq_table_SOURCES = tests/daq/table.c $(daq_fixture)
tests_daq_table_LDADD = $(daq_ldadd)
tests_daq_truth_SOURCES = tests/daq/truth.c $(daq_fixture)
tests_daq_truth_LDADD = $(daq_ldadd)
if WITH_COMEDI
check_PROGRAMS += tests/daq/comedi_command
tests_daq_comedi_command_LDADD = $(daq_ldadd)
endif
endif

dist_check_SCRIPTS += tests/daq/record.sh tests/daq/import.sh tests/daq/foreign.sh \
	tests/daq/monitor.sh tests/daq/alsa.sh
EXTRA_DIST += tests/daq/foreign.py tests/daq/counter.yaml
