# SPDX-License-Identifier: GPL-3.0-or-later
calib_ldadd = $(calib_libs) $(cmocka_libs)
check_LIBRARIES += tests/calib/libfixture.a
tests_calib_libfixture_a_SOURCES = tests/calib/fixture.c tests/calib/fixture.h \
	$(measure_fixture)
calib_fixture_ldadd = tests/calib/libfixture.a $(calib_ldadd)

check_PROGRAMS += tests/calib/budget tests/calib/decay_statistics \
	tests/calib/spectrum tests/calib/swing
tests_calib_budget_LDADD = $(calib_ldadd)
tests_calib_decay_statistics_LDADD = $(calib_ldadd)
tests_calib_spectrum_LDADD = $(calib_ldadd)
tests_calib_swing_LDADD = $(calib_ldadd)

check_PROGRAMS += tests/calib/bounce tests/calib/channels tests/calib/coverage tests/calib/pendulum tests/calib/rail \
	tests/calib/real_pendulum tests/calib/skitter_calib tests/calib/slide
tests_calib_bounce_LDADD = $(calib_fixture_ldadd)
tests_calib_channels_LDADD = $(calib_fixture_ldadd)
tests_calib_coverage_LDADD = $(calib_fixture_ldadd)
tests_calib_pendulum_LDADD = $(calib_fixture_ldadd)
tests_calib_rail_LDADD = $(calib_fixture_ldadd)
tests_calib_real_pendulum_LDADD = $(calib_fixture_ldadd)
tests_calib_skitter_calib_LDADD = $(calib_fixture_ldadd)
tests_calib_slide_LDADD = $(calib_fixture_ldadd)
check_PROGRAMS += tests/calib/stick_slip
tests_calib_stick_slip_LDADD = $(calib_fixture_ldadd)
check_PROGRAMS += tests/calib/impacts
tests_calib_impacts_SOURCES = tests/calib/impacts.c $(springs)
tests_calib_impacts_LDADD = $(calib_fixture_ldadd)

# other people's data, which lie beside the repository
dist_check_SCRIPTS += tests/calib/trial.sh
