calib_ldadd = calib/libcalib.la $(CMOCKA_LIBS)

check_PROGRAMS += tests/calib/decay_statistics
tests_calib_decay_statistics_LDADD = $(calib_ldadd)
