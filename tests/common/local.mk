test_ldadd = common/libcommon.la $(CMOCKA_LIBS)

check_PROGRAMS += tests/common/error
tests_common_error_LDADD = $(test_ldadd)

check_PROGRAMS += tests/common/sha256 tests/common/run tests/common/run_write \
	tests/common/run_json tests/common/run_repair tests/common/run_long
EXTRA_DIST += tests/common/run_rig.h
tests_common_sha256_LDADD = $(test_ldadd)
tests_common_run_LDADD = $(test_ldadd)
tests_common_run_write_LDADD = $(test_ldadd)
tests_common_run_json_LDADD = $(test_ldadd)
tests_common_run_repair_LDADD = $(test_ldadd)
tests_common_run_long_LDADD = $(test_ldadd)
