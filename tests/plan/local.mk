# SPDX-License-Identifier: GPL-3.0-or-later
plan_ldadd = $(plan_libs) $(cmocka_libs)
check_PROGRAMS += tests/plan/choose tests/lib/predict/information
tests_plan_choose_LDADD = $(plan_ldadd)
tests_lib_predict_information_SOURCES = tests/lib/predict/information.c $(fit_fixture)
tests_lib_predict_information_LDADD = $(fit_ldadd)
dist_check_SCRIPTS += tests/plan/promise.sh tests/plan/skitter_plan.sh
EXTRA_DIST += tests/plan/full.sh tests/plan/rig.sh tests/plan/brute_force.py tests/plan/fits.py tests/plan/fourteen.py \
	tests/plan/told_apart.py
