# SPDX-License-Identifier: GPL-3.0-or-later
# each mechanism is described a second time in its test: tests/sim/models/check.h
sim_model_check = tests/sim/models/check.c tests/sim/models/check.h
sim_model_ldadd = $(sim_libs) $(GSL_LIBS) $(cmocka_libs)

check_PROGRAMS += tests/sim/models/two_link
tests_sim_models_two_link_SOURCES = tests/sim/models/two_link.c $(sim_model_check)
tests_sim_models_two_link_LDADD = $(sim_model_ldadd)
check_PROGRAMS += tests/sim/models/chain
tests_sim_models_chain_SOURCES = tests/sim/models/chain.c $(sim_model_check)
tests_sim_models_chain_LDADD = $(sim_model_ldadd)
check_PROGRAMS += tests/sim/models/rod
tests_sim_models_rod_SOURCES = tests/sim/models/rod.c $(sim_model_check)
tests_sim_models_rod_LDADD = $(sim_model_ldadd)
check_PROGRAMS += tests/sim/models/box
tests_sim_models_box_SOURCES = tests/sim/models/box.c $(sim_model_check)
tests_sim_models_box_LDADD = $(sim_model_ldadd)
check_PROGRAMS += tests/sim/models/oscillator
tests_sim_models_oscillator_SOURCES = tests/sim/models/oscillator.c $(sim_model_check)
tests_sim_models_oscillator_LDADD = $(sim_model_ldadd)
check_PROGRAMS += tests/sim/models/simple_oscillator
tests_sim_models_simple_oscillator_SOURCES = tests/sim/models/simple_oscillator.c $(sim_model_check)
tests_sim_models_simple_oscillator_LDADD = $(sim_model_ldadd)
check_PROGRAMS += tests/sim/models/ipos
tests_sim_models_ipos_SOURCES = tests/sim/models/ipos.c $(sim_model_check)
tests_sim_models_ipos_LDADD = $(sim_model_ldadd)
check_PROGRAMS += tests/sim/models/pendulum
tests_sim_models_pendulum_SOURCES = tests/sim/models/pendulum.c $(sim_model_check)
tests_sim_models_pendulum_LDADD = $(sim_model_ldadd)
