# SPDX-License-Identifier: GPL-3.0-or-later
# Every test speaks TAP, one line a case: C tests through cmocka, scripts through tests/tap.sh.
LOG_DRIVER = env AM_TAP_AWK='$(AWK)' $(SHELL) $(top_srcdir)/build-aux/tap-driver.sh
TEST_EXTENSIONS = .sh
SH_LOG_DRIVER = $(LOG_DRIVER)
SH_LOG_COMPILER = bash
# threads that wait for work sleep: spinning, they would take the processor of the test beside
AM_TESTS_ENVIRONMENT = \
	OMP_WAIT_POLICY=passive; export OMP_WAIT_POLICY; \
	CMOCKA_MESSAGE_OUTPUT=TAP; export CMOCKA_MESSAGE_OUTPUT; \
	TOP_SRCDIR='$(abs_top_srcdir)'; export TOP_SRCDIR; \
	TOP_BUILDDIR='$(abs_top_builddir)'; export TOP_BUILDDIR;

EXTRA_DIST += tests/tap.sh tests/test.h tests/deb.sh

# for check.sh: what `make check` is to run, so that a test that did not is noticed
.PHONY: list-tests
list-tests:
	@printf '%s\n' $(TEST_LOGS)

# what takes more than a second of processor time
slow_tests = tests/api/installed.sh tests/calib/coverage tests/lib/measure/rates tests/calib/decay_statistics tests/calib/pendulum tests/fit/coverage tests/fit/weights tests/fit/bandwidth tests/fit/posterior tests/fit/bootstrap tests/lib/predict/ensemble \
	tests/fit/laws tests/fit/residuals \
	tests/orbit/chart tests/orbit/family tests/sim/random tests/sim/slopes \
	tests/daq/foreign.sh tests/daq/record.sh tests/faults/devices.sh tests/faults/edges.sh tests/faults/hostile.sh \
	tests/faults/memory.sh tests/faults/power.sh tests/faults/privileges.sh \
	tests/faults/signals.sh tests/faults/space.sh tests/faults/system.sh \
	tests/fit/others.sh tests/fit/skitter-fit.sh tests/fit/surfaces.sh tests/front/day.sh tests/front/examples.sh \
	tests/front/style.sh tests/map/skitter_map.sh tests/orbit/skitter_orbit.sh \
	tests/plan/promise.sh tests/plan/skitter_plan.sh tests/report/pages.sh tests/report/campaign.sh tests/report/skitter_report.sh \
	tests/front/terminal.sh tests/report/tutorial.sh tests/soak/sample.sh tests/vm/comedi.sh tests/vm/alsa.sh
# in this order no processor waits at the end for one that still has a long test
slow_first = $(filter $(slow_tests),$(check_PROGRAMS) $(dist_check_SCRIPTS)) \
	$(filter-out $(slow_tests),$(check_PROGRAMS) $(dist_check_SCRIPTS))
.PHONY: check-quick
check-quick:
	$(MAKE) $(AM_MAKEFLAGS) check TESTS='$(filter-out $(slow_tests),$(TESTS))'

if HAVE_CMOCKA
check_LIBRARIES += tests/libscratch.a
tests_libscratch_a_SOURCES = tests/scratch.c tests/scratch.h
cmocka_libs = tests/libscratch.a $(CMOCKA_LIBS)
include tests/lib/local.mk
include tests/sim/local.mk
include tests/map/local.mk
include tests/orbit/local.mk
include tests/sim/models/local.mk
include tests/calib/local.mk
include tests/fit/local.mk
include tests/plan/local.mk
include tests/generator/local.mk
include tests/report/local.mk
include tests/api/local.mk
endif
include tests/fuzz/local.mk
include tests/front/local.mk
include tests/bench/local.mk
include tests/daq/local.mk
include tests/report/scripts.mk
include tests/vm/local.mk
include tests/soak/long.mk
include tests/faults/local.mk
include tests/soak/local.mk
