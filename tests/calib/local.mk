calib_ldadd = calib/libcalib.la $(CMOCKA_LIBS)
check_LTLIBRARIES += tests/calib/libfixture.la
tests_calib_libfixture_la_SOURCES = tests/calib/fixture.c tests/calib/fixture.h
calib_fixture_ldadd = tests/calib/libfixture.la $(calib_ldadd)

check_PROGRAMS += tests/calib/decay_statistics tests/calib/spectrum tests/calib/swing
tests_calib_decay_statistics_LDADD = $(calib_ldadd)
tests_calib_spectrum_LDADD = $(calib_ldadd)
tests_calib_swing_LDADD = $(calib_ldadd)
