# SPDX-License-Identifier: GPL-3.0-or-later
orbit_ldadd = $(orbit_libs) $(cmocka_libs)
orbit_tests = tests/orbit/attractor tests/orbit/chart tests/orbit/curve tests/orbit/diagram \
	tests/orbit/drive tests/orbit/end tests/orbit/equilibrium \
	tests/orbit/family tests/orbit/figure tests/orbit/flow tests/orbit/follow \
	tests/orbit/json tests/orbit/matrix tests/orbit/measure \
	tests/orbit/phase tests/orbit/point tests/orbit/section \
	tests/orbit/shoot tests/orbit/sweep tests/orbit/system \
	tests/orbit/table
check_PROGRAMS += $(orbit_tests)
dist_check_SCRIPTS += tests/orbit/skitter_orbit.sh
EXTRA_DIST += tests/orbit/rig.h tests/orbit/sample.h
tests_orbit_figure_LDADD = $(orbit_ldadd)
tests_orbit_json_LDADD = $(orbit_ldadd)
tests_orbit_phase_LDADD = $(orbit_ldadd)
tests_orbit_point_LDADD = $(orbit_ldadd)
tests_orbit_table_LDADD = $(orbit_ldadd)
tests_orbit_attractor_LDADD = $(orbit_ldadd)
tests_orbit_chart_LDADD = $(orbit_ldadd)
tests_orbit_curve_LDADD = $(orbit_ldadd)
tests_orbit_drive_LDADD = $(orbit_ldadd)
tests_orbit_end_LDADD = $(orbit_ldadd)
tests_orbit_equilibrium_LDADD = $(orbit_ldadd)
tests_orbit_family_LDADD = $(orbit_ldadd)
tests_orbit_flow_LDADD = $(orbit_ldadd)
tests_orbit_follow_LDADD = $(orbit_ldadd)
tests_orbit_matrix_LDADD = $(orbit_ldadd)
tests_orbit_measure_LDADD = $(orbit_ldadd)
tests_orbit_section_LDADD = $(orbit_ldadd)
tests_orbit_system_LDADD = $(orbit_ldadd)
tests_orbit_diagram_LDADD = $(orbit_ldadd)
tests_orbit_shoot_LDADD = $(orbit_ldadd)
tests_orbit_sweep_LDADD = $(orbit_ldadd)
