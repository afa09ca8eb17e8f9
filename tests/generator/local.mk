# SPDX-License-Identifier: GPL-3.0-or-later
# The second generator: motions and recordings that nothing of sim/ made.
generator_sources = tests/generator/motion.c tests/generator/motion.h \
	tests/generator/record.c tests/generator/record.h

check_PROGRAMS += tests/generator/verify
tests_generator_verify_SOURCES = tests/generator/verify.c $(generator_sources)
tests_generator_verify_LDADD = $(fit_ldadd)

# detection is judged with it
check_PROGRAMS += tests/lib/measure/rates
tests_lib_measure_rates_SOURCES = tests/lib/measure/rates.c $(generator_sources)
tests_lib_measure_rates_LDADD = $(fit_ldadd)

check_PROGRAMS += tests/lib/measure/offsets
tests_lib_measure_offsets_SOURCES = tests/lib/measure/offsets.c $(generator_sources)
tests_lib_measure_offsets_LDADD = $(fit_ldadd)

# and what instruments of little bandwidth show
check_PROGRAMS += tests/lib/measure/lowpass tests/lib/predict/instrument
tests_lib_measure_lowpass_LDADD = $(fit_ldadd)
tests_lib_predict_instrument_SOURCES = tests/lib/predict/instrument.c $(fit_fixture) \
	$(generator_sources)
tests_lib_predict_instrument_LDADD = $(fit_ldadd)

# parts of the fit with it
fit_laboratory = tests/fit/laboratory.c tests/fit/laboratory.h $(fit_fixture) $(generator_sources)
check_PROGRAMS += tests/fit/laws
tests_fit_laws_SOURCES = tests/fit/laws.c $(fit_laboratory)
tests_fit_laws_LDADD = $(fit_ldadd)
check_PROGRAMS += tests/fit/multistart
tests_fit_multistart_SOURCES = tests/fit/multistart.c $(fit_laboratory)
tests_fit_multistart_LDADD = $(fit_ldadd)
check_PROGRAMS += tests/fit/bandwidth
tests_fit_bandwidth_SOURCES = tests/fit/bandwidth.c $(fit_laboratory)
tests_fit_bandwidth_LDADD = $(fit_ldadd)
check_PROGRAMS += tests/fit/weights
tests_fit_weights_SOURCES = tests/fit/weights.c $(fit_laboratory)
tests_fit_weights_LDADD = $(fit_ldadd)
check_PROGRAMS += tests/fit/flutter
tests_fit_flutter_SOURCES = tests/fit/flutter.c $(fit_laboratory)
tests_fit_flutter_LDADD = $(fit_ldadd)
check_PROGRAMS += tests/fit/compliance
tests_fit_compliance_SOURCES = tests/fit/compliance.c $(fit_laboratory)
tests_fit_compliance_LDADD = $(fit_ldadd)
check_PROGRAMS += tests/lib/predict/ensemble
tests_lib_predict_ensemble_SOURCES = tests/lib/predict/ensemble.c $(fit_fixture) \
	$(generator_sources)
tests_lib_predict_ensemble_LDADD = $(fit_ldadd)
check_PROGRAMS += tests/lib/measure/start
tests_lib_measure_start_LDADD = $(fit_ldadd)
check_PROGRAMS += tests/fit/sampler
tests_fit_sampler_LDADD = $(fit_ldadd)
check_PROGRAMS += tests/fit/suspect
tests_fit_suspect_SOURCES = tests/fit/suspect.c $(fit_laboratory)
tests_fit_suspect_LDADD = $(fit_ldadd)
check_PROGRAMS += tests/fit/posterior
tests_fit_posterior_SOURCES = tests/fit/posterior.c $(fit_laboratory)
tests_fit_posterior_LDADD = $(fit_ldadd)
check_PROGRAMS += tests/fit/bootstrap
tests_fit_bootstrap_SOURCES = tests/fit/bootstrap.c $(fit_laboratory)
tests_fit_bootstrap_LDADD = $(fit_ldadd)

# records of one defect each, for docs/validation/defects.sh
EXTRA_PROGRAMS += tests/generator/scenes
CLEANFILES += tests/generator/scenes$(EXEEXT)
tests_generator_scenes_SOURCES = tests/generator/scenes.c $(generator_sources)
tests_generator_scenes_LDADD = $(fit_ldadd)
