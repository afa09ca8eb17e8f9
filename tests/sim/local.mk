sim_ldadd = sim/libsim.la $(CMOCKA_LIBS)

check_PROGRAMS += tests/sim/dop853 tests/sim/impact tests/sim/search
tests_sim_dop853_LDADD = $(sim_ldadd)
tests_sim_impact_LDADD = $(sim_ldadd)
tests_sim_search_LDADD = $(sim_ldadd)

orbit_tests = tests/sim/orbit_attractor tests/sim/orbit_curve tests/sim/orbit_diagram \
	tests/sim/orbit_equilibrium \
	tests/sim/orbit_family tests/sim/orbit_flow tests/sim/orbit_follow \
	tests/sim/orbit_matrix tests/sim/orbit_measure tests/sim/orbit_section \
	tests/sim/orbit_shoot tests/sim/orbit_sweep tests/sim/orbit_system
check_PROGRAMS += $(orbit_tests)
dist_check_SCRIPTS += tests/sim/skitter_orbit.sh
EXTRA_DIST += tests/sim/orbit_rig.h
tests_sim_orbit_attractor_LDADD = $(sim_ldadd)
tests_sim_orbit_curve_LDADD = $(sim_ldadd)
tests_sim_orbit_equilibrium_LDADD = $(sim_ldadd)
tests_sim_orbit_family_LDADD = $(sim_ldadd)
tests_sim_orbit_flow_LDADD = $(sim_ldadd)
tests_sim_orbit_follow_LDADD = $(sim_ldadd)
tests_sim_orbit_matrix_LDADD = $(sim_ldadd)
tests_sim_orbit_measure_LDADD = $(sim_ldadd)
tests_sim_orbit_section_LDADD = $(sim_ldadd)
tests_sim_orbit_system_LDADD = $(sim_ldadd)
tests_sim_orbit_diagram_LDADD = $(sim_ldadd)
tests_sim_orbit_shoot_LDADD = $(sim_ldadd)
tests_sim_orbit_sweep_LDADD = $(sim_ldadd)
