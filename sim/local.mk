# SPDX-License-Identifier: GPL-3.0-or-later
# The engine is written once and compiled twice: the _c copies carry derivatives (sim/equations.h).
sim_equations = sim/bilinear.c sim/friction.c sim/glide.c sim/hold.c sim/impact.c sim/motion.c sim/reset.c

# a described mechanism as tapes, interpreted or written as C
noinst_LIBRARIES += sim/libmechanism.a
sim_libmechanism_a_SOURCES = \
	sim/assemble.c sim/assemble.h \
	sim/belt.c sim/belt.h \
	sim/carry.c sim/carry.h \
	sim/code.h \
	sim/emit.c sim/emit.h \
	sim/emit_series.c sim/emit_series.h \
	sim/fingerprint.c sim/fingerprint.h \
	sim/graph.c sim/graph.h \
	sim/model.h \
	sim/modes.c sim/modes.h \
	sim/outputs.c sim/outputs.h \
	sim/own.c sim/own.h \
	sim/own_make.c \
	sim/plane.c sim/plane.h \
	sim/schedules.c sim/schedules.h \
	sim/schedules_make.c \
	sim/series.c sim/series.h sim/series_inside.h sim/series_linear.c sim/series_linear.h \
	sim/series_make.c \
	sim/series_sums.c \
	sim/tape.c sim/tape.h sim/tape_inside.h \
	sim/terms.h

# the mechanisms that come with Skitter, as C
sim_mechanisms = \
	sim/mechanisms/two-link.yaml \
	sim/mechanisms/chain.yaml \
	sim/mechanisms/rod.yaml \
	sim/mechanisms/box.yaml \
	sim/mechanisms/oscillator.yaml \
	sim/mechanisms/simple-oscillator.yaml \
	sim/mechanisms/ipos.yaml \
	sim/mechanisms/pendulum.yaml
sim_examples = \
	data/example-brake-pad.yaml \
	data/example-ellipse.yaml \
	data/example-impact-oscillator.yaml \
	data/example-rocking-block.yaml \
	data/example-slope.yaml \
	data/example-stick-slip.yaml
EXTRA_DIST += $(sim_mechanisms)
noinst_PROGRAMS += sim/ship
sim_ship_SOURCES = sim/ship.c sim/ship_series.c sim/ship_series.h
sim_ship_LDADD = sim/libmechanism.a $(rig_libs) $(GSL_LIBS)
sim/shipped.c: sim/ship$(EXEEXT) $(sim_mechanisms) $(sim_examples)
	$(AM_V_GEN)(cd $(srcdir) && $(abs_builddir)/sim/ship$(EXEEXT) $(sim_mechanisms) \
		--examples $(sim_examples)) >$@-t && mv $@-t $@
CLEANFILES += sim/shipped.c
sim/shipped.o: private CFLAGS += $(SHIPPED_CFLAGS)

noinst_LIBRARIES += sim/libequations_complex.a sim/libsim.a
sim_libequations_complex_a_SOURCES = $(sim_equations)
sim_libequations_complex_a_CPPFLAGS = $(AM_CPPFLAGS) -DSIM_COMPLEX
sim_libequations_complex_a_CFLAGS = $(AM_CFLAGS) $(COMPLEX_CFLAGS)

sim_libsim_a_SOURCES = $(sim_equations) \
	sim/belt_source.c sim/belt_source.h \
	sim/bilinear.h \
	sim/bounds.c sim/bounds.h \
	sim/change.c sim/change.h \
	sim/compiled.c sim/compiled.h \
	sim/contact.h \
	sim/contact_solve.h \
	sim/curve.c sim/curve.h \
	sim/course.c sim/course.h \
	sim/dop853.c sim/dop853.h \
	sim/dop853_table.h \
	sim/equations.h \
	sim/evaluate.h \
	sim/extras.c sim/extras.h \
	sim/friction.h \
	sim/friction_series.c sim/friction_series.h \
	sim/glide.h \
	sim/hold.h \
	sim/impact.h \
	sim/impulse.h \
	sim/jacobian.c sim/jacobian.h \
	sim/lagrange.c sim/lagrange.h \
	sim/motion.h \
	sim/phase.c sim/phase.h \
	sim/pose.c sim/pose.h \
	sim/problem.c sim/problem.h \
	sim/registry.c sim/registry.h \
	sim/reset.h \
	sim/residual.c sim/residual.h \
	sim/roots.c sim/roots.h \
	sim/samples.c sim/samples.h \
	sim/search.c sim/search.h \
	sim/select.c sim/select.h \
	sim/setup.c sim/setup.h \
	sim/shown.c sim/shown.h \
	sim/simulate.c sim/simulate.h \
	sim/shipped.h \
	sim/singular.c sim/singular.h \
	sim/slopes.c sim/slopes.h \
	sim/slow.c sim/slow.h \
	sim/start.c sim/start.h \
	sim/stretch.c sim/stretch.h \
	sim/stretch_slopes.c sim/stretch_slopes.h \
	sim/stepper.h \
	sim/table.c sim/table.h \
	sim/taylor.c sim/taylor.h \
	sim/terms_slopes.c sim/lanes.h sim/terms_slopes.h \
	sim/values.c sim/values.h \
	sim/variation.c sim/variation.h \
	sim/watch.c sim/watch.h \
	sim/wide.h
nodist_sim_libsim_a_SOURCES = sim/shipped.c
sim_libs = sim/libsim.a sim/libequations_complex.a sim/libmechanism.a $(GSL_LIBS) $(run_libs) $(rig_libs)

bin_PROGRAMS += skitter-sim
skitter_sim_SOURCES = sim/skitter_sim.c sim/picture.c sim/picture.h
skitter_sim_LDADD = $(figure_libs) $(sim_libs) $(cli_libs)
