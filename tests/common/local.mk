test_ldadd = common/libcommon.la $(CMOCKA_LIBS)

check_PROGRAMS += tests/common/error
tests_common_error_LDADD = $(test_ldadd)
