# SPDX-License-Identifier: GPL-3.0-or-later
map_ldadd = $(map_libs) $(cmocka_libs)
map_fixture = tests/map/fixture.c tests/map/fixture.h
check_PROGRAMS += tests/map/critical tests/map/jamming tests/map/modes \
	tests/map/outcome tests/map/paradox tests/map/singular \
	tests/map/axis tests/map/place tests/map/overlay \
	tests/map/limit tests/map/table
tests_map_critical_SOURCES = tests/map/critical.c $(map_fixture)
tests_map_critical_LDADD = $(map_ldadd)
tests_map_jamming_SOURCES = tests/map/jamming.c $(map_fixture)
tests_map_jamming_LDADD = $(map_ldadd)
tests_map_modes_SOURCES = tests/map/modes.c $(map_fixture)
tests_map_modes_LDADD = $(map_ldadd)
tests_map_outcome_SOURCES = tests/map/outcome.c $(map_fixture)
tests_map_outcome_LDADD = $(map_ldadd)
tests_map_paradox_SOURCES = tests/map/paradox.c $(map_fixture)
tests_map_paradox_LDADD = $(map_ldadd)
tests_map_singular_SOURCES = tests/map/singular.c $(map_fixture)
tests_map_singular_LDADD = $(map_ldadd)
tests_map_axis_SOURCES = tests/map/axis.c $(map_fixture)
tests_map_axis_LDADD = $(map_ldadd)
tests_map_place_SOURCES = tests/map/place.c $(map_fixture)
tests_map_place_LDADD = $(map_ldadd)
tests_map_overlay_SOURCES = tests/map/overlay.c $(map_fixture)
tests_map_overlay_LDADD = $(map_ldadd)
tests_map_limit_SOURCES = tests/map/limit.c $(map_fixture)
tests_map_limit_LDADD = $(map_ldadd)
tests_map_table_LDADD = $(map_ldadd)
dist_check_SCRIPTS += tests/map/skitter_map.sh
