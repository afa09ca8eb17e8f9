test_ldadd = common/libcommon.la $(CMOCKA_LIBS)

check_PROGRAMS += tests/common/error
tests_common_error_LDADD = $(test_ldadd)

check_PROGRAMS += tests/common/options tests/common/help tests/common/program tests/common/progress
tests_common_options_LDADD = $(test_ldadd)
tests_common_help_LDADD = $(test_ldadd)
tests_common_program_LDADD = $(test_ldadd)
tests_common_progress_LDADD = $(test_ldadd)
