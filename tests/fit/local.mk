# SPDX-License-Identifier: GPL-3.0-or-later
fit_fixture = tests/fit/fixture.c tests/fit/fixture.h
fit_ldadd = $(fit_libs) $(cmocka_libs)

check_PROGRAMS += tests/fit/bounds tests/fit/campaign tests/fit/covariance \
	tests/fit/least_squares tests/fit/loss tests/lib/predict/belt tests/lib/predict/predict \
	tests/fit/residuals tests/fit/setup tests/fit/stages tests/fit/verdict
check_PROGRAMS += tests/lib/predict/motion tests/lib/predict/rig tests/lib/predict/band
tests_lib_predict_band_LDADD = $(fit_libs) $(cmocka_libs)
tests_lib_predict_motion_SOURCES = tests/lib/predict/motion.c $(fit_fixture)
tests_lib_predict_motion_LDADD = $(fit_ldadd)
tests_lib_predict_motion_LDFLAGS = -Wl,--wrap=sim_simulate
tests_lib_predict_rig_SOURCES = tests/lib/predict/rig.c $(fit_fixture)
tests_lib_predict_rig_LDADD = $(fit_ldadd)
tests_lib_predict_belt_LDADD = $(fit_ldadd)
tests_fit_bounds_LDADD = $(fit_ldadd)
tests_fit_campaign_SOURCES = tests/fit/campaign.c $(fit_fixture)
tests_fit_campaign_LDADD = $(fit_ldadd)
tests_fit_covariance_LDADD = $(fit_ldadd)
tests_fit_least_squares_LDADD = $(fit_ldadd)
tests_fit_loss_LDADD = $(fit_ldadd)
tests_fit_stages_LDADD = $(fit_ldadd)
tests_fit_residuals_SOURCES = tests/fit/residuals.c $(fit_fixture)
tests_fit_residuals_LDADD = $(fit_ldadd)
tests_lib_predict_predict_SOURCES = tests/lib/predict/predict.c $(fit_fixture)
tests_lib_predict_predict_LDADD = $(fit_ldadd)
tests_fit_setup_SOURCES = tests/fit/setup.c $(fit_fixture)
tests_fit_setup_LDADD = $(fit_ldadd)
tests_fit_verdict_SOURCES = tests/fit/verdict.c $(fit_fixture)
tests_fit_verdict_LDADD = $(fit_ldadd)

check_PROGRAMS += tests/fit/leverage tests/fit/settle tests/fit/tall
tests_fit_tall_LDADD = $(fit_ldadd)
tests_fit_leverage_LDADD = $(fit_ldadd)
tests_fit_settle_SOURCES = tests/fit/settle.c $(fit_fixture) $(generator_sources)
tests_fit_settle_LDADD = $(fit_ldadd)
tests_fit_settle_LDFLAGS = -Wl,--wrap=fit_settle

check_PROGRAMS += tests/fit/valley
tests_fit_valley_LDADD = $(fit_ldadd)
tests_fit_valley_LDFLAGS = -Wl,--wrap=fit_rows_evaluate,--wrap=fit_rows_linearise

check_PROGRAMS += tests/fit/coverage
tests_fit_coverage_SOURCES = tests/fit/coverage.c $(generator_sources)
tests_fit_coverage_LDADD = $(fit_ldadd)

# records runs for the scripts
EXTRA_PROGRAMS += tests/fit/record
CLEANFILES += tests/fit/record$(EXEEXT)
tests_fit_record_SOURCES = tests/fit/record.c $(fit_fixture)
tests_fit_record_LDADD = $(fit_ldadd)

# F1 of `make bench`; `make bench-fit` prints how fast the fit is alone
bench_fit_programs = tests/bench/fit tests/bench/fit_serve tests/fit/record
EXTRA_PROGRAMS += tests/bench/fit tests/bench/fit_serve
CLEANFILES += tests/bench/fit$(EXEEXT) tests/bench/fit_serve$(EXEEXT)
tests_bench_fit_SOURCES = tests/bench/fit.c $(fit_fixture)
tests_bench_fit_LDADD = $(fit_ldadd)
tests_bench_fit_serve_SOURCES = tests/bench/fit_serve.c $(bench_servers) $(fit_fixture)
tests_bench_fit_serve_LDADD = $(fit_ldadd)

bench-fit: tests/bench/fit$(EXEEXT)
	TOP_SRCDIR='$(abs_top_srcdir)' TOP_BUILDDIR='$(abs_top_builddir)' tests/bench/fit 64

dist_check_SCRIPTS += tests/fit/skitter-fit.sh tests/fit/others.sh tests/fit/surfaces.sh
tests/fit/skitter-fit.log: tests/fit/record$(EXEEXT)
