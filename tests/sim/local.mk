sim_ldadd = sim/libsim.la $(CMOCKA_LIBS)

check_PROGRAMS += tests/sim/dop853 tests/sim/impact tests/sim/search
tests_sim_dop853_LDADD = $(sim_ldadd)
tests_sim_impact_LDADD = $(sim_ldadd)
tests_sim_search_LDADD = $(sim_ldadd)
check_PROGRAMS += tests/sim/belt
tests_sim_belt_LDADD = $(sim_ldadd)
