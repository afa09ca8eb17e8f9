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

map_fixture = tests/sim/map_fixture.c tests/sim/map_fixture.h
check_PROGRAMS += tests/sim/map_critical tests/sim/map_paradox tests/sim/map_singular
tests_sim_map_critical_SOURCES = tests/sim/map_critical.c $(map_fixture)
tests_sim_map_critical_LDADD = $(sim_ldadd)
tests_sim_map_paradox_SOURCES = tests/sim/map_paradox.c $(map_fixture)
tests_sim_map_paradox_LDADD = $(sim_ldadd)
tests_sim_map_singular_SOURCES = tests/sim/map_singular.c $(map_fixture)
tests_sim_map_singular_LDADD = $(sim_ldadd)
