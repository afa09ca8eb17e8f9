# SPDX-License-Identifier: GPL-3.0-or-later
# Equations are written once and compiled twice: the _c copies carry derivatives (sim/equations.h).
sim_equations = \
	sim/hold.c sim/impact.c sim/motion.c sim/reset.c \
	sim/models/two_link.c \
	sim/models/chain.c \
	sim/models/rod.c \
	sim/models/box.c \
	sim/models/oscillator.c \
	sim/models/simple_oscillator.c \
	sim/models/ipos.c \
	sim/models/pendulum.c

noinst_LIBRARIES += sim/libequations_complex.a sim/libsim.a
sim_libequations_complex_a_SOURCES = $(sim_equations)
sim_libequations_complex_a_CPPFLAGS = $(AM_CPPFLAGS) -DSIM_COMPLEX
sim_libequations_complex_a_CFLAGS = $(AM_CFLAGS) $(COMPLEX_CFLAGS)

sim_libsim_a_SOURCES = $(sim_equations) \
	sim/assemble.c sim/assemble.h \
	sim/belt.c sim/belt.h \
	sim/belt_source.c sim/belt_source.h \
	sim/change.c sim/change.h \
	sim/contact.h \
	sim/contact_solve.h \
	sim/course.c sim/course.h \
	sim/dop853.c sim/dop853.h \
	sim/dop853_table.h \
	sim/equations.h \
	sim/evaluate.h \
	sim/graph.c sim/graph.h \
	sim/hold.h \
	sim/impact.h \
	sim/jacobian.c sim/jacobian.h \
	sim/lagrange.c sim/lagrange.h \
	sim/model.h \
	sim/motion.h \
	sim/own.c sim/own.h \
	sim/phase.c sim/phase.h \
	sim/plane.c sim/plane.h \
	sim/problem.c sim/problem.h \
	sim/registry.c sim/registry.h \
	sim/reset.h \
	sim/residual.c sim/residual.h \
	sim/samples.c sim/samples.h \
	sim/search.c sim/search.h \
	sim/select.c sim/select.h \
	sim/setup.c sim/setup.h \
	sim/simulate.c sim/simulate.h \
	sim/singular.c sim/singular.h \
	sim/slopes.c sim/slopes.h \
	sim/slow.c sim/slow.h \
	sim/stretch.c sim/stretch.h \
	sim/stretch_slopes.c sim/stretch_slopes.h \
	sim/table.c sim/table.h \
	sim/tape.c sim/tape.h \
	sim/terms.h \
	sim/terms_slopes.c sim/terms_slopes.h \
	sim/values.c sim/values.h \
	sim/variation.c sim/variation.h \
	sim/watch.c sim/watch.h
sim_libs = sim/libsim.a sim/libequations_complex.a $(GSL_LIBS) $(run_libs) $(rig_libs)

bin_PROGRAMS += skitter-sim
skitter_sim_SOURCES = sim/skitter_sim.c
skitter_sim_LDADD = $(sim_libs) $(cli_libs)
