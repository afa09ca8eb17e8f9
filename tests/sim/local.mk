sim_ldadd = sim/libsim.la $(CMOCKA_LIBS)
# tests of whole simulations share what keeps events and samples
sim_recording = tests/sim/recording.c tests/sim/recording.h

check_PROGRAMS += tests/sim/dop853 tests/sim/impact tests/sim/search
tests_sim_dop853_LDADD = $(sim_ldadd)
tests_sim_impact_LDADD = $(sim_ldadd)
tests_sim_search_LDADD = $(sim_ldadd)
check_PROGRAMS += tests/sim/papers
tests_sim_papers_SOURCES = tests/sim/papers.c $(sim_recording)
tests_sim_papers_LDADD = $(sim_ldadd)
check_PROGRAMS += tests/sim/simulate
tests_sim_simulate_SOURCES = tests/sim/simulate.c tests/sim/ball.c tests/sim/ball.h $(sim_recording)
tests_sim_simulate_LDADD = $(sim_ldadd)
check_PROGRAMS += tests/sim/slopes
tests_sim_slopes_SOURCES = tests/sim/slopes.c tests/sim/ball.c tests/sim/ball.h $(sim_recording)
tests_sim_slopes_LDADD = $(sim_ldadd)
check_PROGRAMS += tests/sim/belt
tests_sim_belt_SOURCES = tests/sim/belt.c tests/sim/ball.c tests/sim/ball.h $(sim_recording)
tests_sim_belt_LDADD = $(sim_ldadd)
check_PROGRAMS += tests/sim/energy
tests_sim_energy_SOURCES = tests/sim/energy.c $(sim_recording)
tests_sim_energy_LDADD = $(sim_ldadd)
check_PROGRAMS += tests/sim/restart
tests_sim_restart_SOURCES = tests/sim/restart.c $(sim_recording)
tests_sim_restart_LDADD = $(sim_ldadd)
