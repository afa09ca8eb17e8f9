# SPDX-License-Identifier: GPL-3.0-or-later
sim_ldadd = $(sim_libs) $(cmocka_libs)
# tests of whole simulations share what keeps events and samples
sim_recording = tests/sim/recording.c tests/sim/recording.h
# mechanisms that nobody described, with their series
sim_graphs = tests/sim/graphs.c tests/sim/graphs.h
sim_ball = tests/sim/ball.c tests/sim/ball.h $(sim_graphs)
sim_linear = tests/sim/linear.c tests/sim/linear.h $(sim_graphs)

springs = tests/sim/springs.c tests/sim/springs.h
check_PROGRAMS += tests/sim/dop853 tests/sim/impact tests/sim/search
tests_sim_dop853_LDADD = $(sim_ldadd)
tests_sim_impact_SOURCES = tests/sim/impact.c tests/sim/delassus.h
tests_sim_impact_LDADD = $(sim_ldadd)
tests_sim_search_LDADD = $(sim_ldadd)
check_PROGRAMS += tests/sim/papers
tests_sim_papers_SOURCES = tests/sim/papers.c $(sim_recording)
tests_sim_papers_LDADD = $(sim_ldadd)

check_PROGRAMS += tests/sim/simulate
tests_sim_simulate_SOURCES = tests/sim/simulate.c $(sim_ball) $(sim_recording)
tests_sim_simulate_LDADD = $(sim_ldadd)
check_PROGRAMS += tests/sim/slopes
tests_sim_slopes_SOURCES = tests/sim/slopes.c $(sim_ball) $(sim_recording)
tests_sim_slopes_LDADD = $(sim_ldadd)
check_PROGRAMS += tests/sim/belt
tests_sim_belt_SOURCES = tests/sim/belt.c $(sim_ball) $(sim_recording)
tests_sim_belt_LDADD = $(sim_ldadd)
check_PROGRAMS += tests/sim/floor
tests_sim_floor_SOURCES = tests/sim/floor.c tests/sim/outline.c tests/sim/outline.h \
	$(sim_recording)
tests_sim_floor_LDADD = $(sim_ldadd)
check_PROGRAMS += tests/sim/energy
tests_sim_energy_SOURCES = tests/sim/energy.c $(sim_recording)
tests_sim_energy_LDADD = $(sim_ldadd)
check_PROGRAMS += tests/sim/restart
tests_sim_restart_SOURCES = tests/sim/restart.c $(sim_recording)
tests_sim_restart_LDADD = $(sim_ldadd)
check_PROGRAMS += tests/sim/compliant
tests_sim_compliant_SOURCES = tests/sim/compliant.c $(sim_ball) \
	$(sim_recording)
tests_sim_compliant_LDADD = $(sim_ldadd)
check_PROGRAMS += tests/sim/twins
tests_sim_twins_SOURCES = tests/sim/twins.c $(sim_recording)
tests_sim_twins_LDADD = $(sim_ldadd)
dist_check_SCRIPTS += tests/sim/skitter_sim.sh tests/sim/manual.sh tests/sim/surface.sh
# prints the tables of skitter-rig(5); no test itself
EXTRA_PROGRAMS += tests/sim/manual
check_DATA += tests/sim/manual
CLEANFILES += tests/sim/manual
tests_sim_manual_LDADD = $(sim_libs)

man-tables: tests/sim/manual
	TOP_SRCDIR=$(top_srcdir) TOP_BUILDDIR=$(top_builddir) $(top_srcdir)/tests/sim/manual.sh --write
check_PROGRAMS += tests/sim/stretch
tests_sim_stretch_SOURCES = tests/sim/stretch.c $(sim_recording)
tests_sim_stretch_LDADD = $(sim_ldadd)
# the same with another switch to stretched time, and other bounds of its slopes: no answer may
# depend on them. These objects come before those of libsim
sim_stretch_twice = tests/sim/stretch.c $(sim_recording) sim/motion.c sim/stretch.c sim/stretch_slopes.c
check_PROGRAMS += tests/sim/stretch_early tests/sim/stretch_late
tests_sim_stretch_early_SOURCES = $(sim_stretch_twice)
tests_sim_stretch_early_CPPFLAGS = $(AM_CPPFLAGS) -DSIM_STRETCH_SHARE=1e-3 -DSIM_STRETCH_SLOPE_STEPS=50
tests_sim_stretch_early_LDADD = $(sim_ldadd)
tests_sim_stretch_late_SOURCES = $(sim_stretch_twice)
tests_sim_stretch_late_CPPFLAGS = $(AM_CPPFLAGS) -DSIM_STRETCH_SHARE=1e-5 -DSIM_STRETCH_SLOPE_STEPS=2000
tests_sim_stretch_late_LDADD = $(sim_ldadd)
check_PROGRAMS += tests/sim/select
tests_sim_select_SOURCES = tests/sim/select.c $(sim_recording)
tests_sim_select_LDADD = $(sim_ldadd)

# any mechanism at all, and the corners that chance does not meet
sim_random = tests/sim/random_mechanism.c tests/sim/random_mechanism.h \
	tests/sim/random_checks.c tests/sim/random_checks.h tests/sim/random_balance.c \
	tests/sim/random_balance.h tests/sim/chance.h $(sim_linear) \
	tests/sim/outline.c tests/sim/outline.h
check_PROGRAMS += tests/sim/random
tests_sim_random_SOURCES = tests/sim/random.c $(sim_random)
tests_sim_random_LDADD = $(sim_ldadd)
check_PROGRAMS += tests/sim/samples tests/sim/lagrange
tests_sim_samples_SOURCES = tests/sim/samples.c $(sim_recording)
tests_sim_samples_LDADD = $(sim_ldadd)
tests_sim_lagrange_LDADD = $(sim_ldadd)
sim_corner = tests/sim/corner.c tests/sim/corner.h $(sim_random) $(sim_recording)
check_PROGRAMS += tests/sim/degenerate tests/sim/degenerate_events
tests_sim_degenerate_SOURCES = tests/sim/degenerate.c $(sim_corner)
tests_sim_degenerate_LDADD = $(sim_ldadd)
tests_sim_degenerate_events_SOURCES = tests/sim/degenerate_events.c $(sim_corner)
tests_sim_degenerate_events_LDADD = $(sim_ldadd)
check_PROGRAMS += tests/sim/random_contact tests/sim/hold
tests_sim_random_contact_SOURCES = tests/sim/random_contact.c tests/sim/chance.h tests/sim/delassus.h
tests_sim_random_contact_LDADD = $(sim_ldadd)
tests_sim_hold_SOURCES = tests/sim/hold.c tests/sim/chance.h $(sim_linear)
tests_sim_hold_LDADD = $(sim_ldadd)
check_PROGRAMS += tests/sim/jacobian
tests_sim_jacobian_SOURCES = tests/sim/jacobian.c $(sim_recording)
tests_sim_jacobian_LDADD = $(sim_ldadd)
check_PROGRAMS += tests/sim/values
tests_sim_values_SOURCES = tests/sim/values.c $(sim_recording)
tests_sim_values_LDADD = $(sim_ldadd)

# described mechanisms
check_PROGRAMS += tests/sim/tape tests/sim/emit tests/sim/pose tests/sim/carry
tests_sim_carry_LDADD = $(sim_ldadd)
check_PROGRAMS += tests/sim/shown
tests_sim_shown_SOURCES = tests/sim/shown.c $(sim_recording)
tests_sim_shown_LDADD = $(sim_ldadd)
tests_sim_pose_LDADD = $(sim_ldadd)
tests_sim_tape_LDADD = $(sim_ldadd)
tests_sim_emit_SOURCES = tests/sim/emit.c tests/sim/chance.h $(sim_recording)
tests_sim_emit_LDADD = $(sim_ldadd)
check_PROGRAMS += tests/sim/random_trees
tests_sim_random_trees_SOURCES = tests/sim/random_trees.c tests/sim/chance.h
tests_sim_random_trees_LDADD = $(sim_ldadd)
check_PROGRAMS += tests/sim/schedules
tests_sim_schedules_SOURCES = tests/sim/schedules.c $(sim_recording)
tests_sim_schedules_LDADD = $(sim_ldadd)
check_PROGRAMS += tests/sim/corners
tests_sim_corners_SOURCES = tests/sim/corners.c tests/sim/chance.h $(sim_recording)
tests_sim_corners_LDADD = $(sim_ldadd)
check_PROGRAMS += tests/sim/described
tests_sim_described_SOURCES = tests/sim/described.c $(sim_recording)
tests_sim_described_LDADD = $(sim_ldadd)
check_PROGRAMS += tests/sim/bilinear
tests_sim_bilinear_SOURCES = tests/sim/bilinear.c $(springs) $(sim_recording)
tests_sim_bilinear_LDADD = $(sim_ldadd)
check_PROGRAMS += tests/sim/friction
tests_sim_friction_SOURCES = tests/sim/friction.c $(sim_ball) \
	tests/sim/delassus.h $(sim_recording)
tests_sim_friction_LDADD = $(sim_ldadd)
check_PROGRAMS += tests/sim/roots tests/sim/series tests/sim/bounds
tests_sim_roots_SOURCES = tests/sim/roots.c tests/sim/chance.h
tests_sim_roots_LDADD = $(sim_ldadd)
tests_sim_bounds_SOURCES = tests/sim/bounds.c tests/sim/chance.h
tests_sim_bounds_LDADD = $(sim_ldadd)
tests_sim_series_SOURCES = tests/sim/series.c tests/sim/chance.h
tests_sim_series_LDADD = $(sim_ldadd)
