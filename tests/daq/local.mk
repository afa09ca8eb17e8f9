# what the scripts look at runs with; no test by itself
EXTRA_PROGRAMS = tests/daq/facts
check_DATA = tests/daq/facts
CLEANFILES += tests/daq/facts
tests_daq_facts_LDADD = common/libcommon.la
