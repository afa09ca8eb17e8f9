# Equations are written once and compiled twice: the _c copies carry derivatives (sim/equations.h).
sim_equations = \
	sim/hold.c sim/impact.c sim/map_fields.c sim/motion.c sim/reset.c \
	sim/models/two_link.c \
	sim/models/chain.c \
	sim/models/rod.c \
	sim/models/box.c \
	sim/models/oscillator.c \
	sim/models/simple_oscillator.c \
	sim/models/ipos.c \
	sim/models/pendulum.c

noinst_LTLIBRARIES += sim/libequations_complex.la sim/libsim.la
sim_libequations_complex_la_SOURCES = $(sim_equations)
sim_libequations_complex_la_CPPFLAGS = $(AM_CPPFLAGS) -DSIM_COMPLEX
sim_libequations_complex_la_CFLAGS = $(AM_CFLAGS) $(COMPLEX_CFLAGS)

sim_libsim_la_SOURCES = $(sim_equations) \
	sim/belt.c sim/belt.h \
	sim/change.c \
	sim/contact.h sim/contact_solve.h \
	sim/course.h \
	sim/dop853.c sim/dop853.h sim/dop853_table.h \
	sim/equations.h \
	sim/hold.h \
	sim/impact.h \
	sim/jacobian.c sim/jacobian.h \
	sim/lagrange.c sim/lagrange.h \
	sim/map_axis.c sim/map_axis.h \
	sim/map_bounce_command.c \
	sim/map_critical.c sim/map_critical.h \
	sim/map_critical_command.c \
	sim/map_curve.c sim/map_curve.h \
	sim/map_fields.h \
	sim/map_figure.c sim/map_figure.h \
	sim/map_grid.c sim/map_grid.h \
	sim/map_ipos.c sim/map_ipos.h \
	sim/map_jamming.c sim/map_jamming.h \
	sim/map_jamming_command.c \
	sim/map_job.c sim/map_job.h \
	sim/map_line.c sim/map_line.h \
	sim/map_modes.c sim/map_modes.h \
	sim/map_modes_command.c \
	sim/map_modes_figure.c sim/map_modes_figure.h \
	sim/map_outcome.c sim/map_outcome.h \
	sim/map_overlay.c sim/map_overlay.h \
	sim/map_paradox.c sim/map_paradox.h \
	sim/map_paradox_command.c \
	sim/map_place.c sim/map_place.h \
	sim/map_region.c sim/map_region.h \
	sim/map_singular.c sim/map_singular.h \
	sim/map_singular_command.c \
	sim/map_table.c sim/map_table.h \
	sim/model.h \
	sim/motion.h \
	sim/phase.c \
	sim/orbit_attractor.c sim/orbit_attractor.h \
	sim/orbit_curve.c sim/orbit_curve.h \
	sim/orbit_diagram.c sim/orbit_diagram.h \
	sim/orbit_end.c sim/orbit_end.h \
	sim/orbit_equilibrium.c sim/orbit_equilibrium.h \
	sim/orbit_family.c sim/orbit_family.h \
	sim/orbit_figure.c sim/orbit_figure.h \
	sim/orbit_flow.c sim/orbit_flow.h \
	sim/orbit_follow.c sim/orbit_follow.h \
	sim/orbit_json.c sim/orbit_json.h \
	sim/orbit_matrix.c sim/orbit_matrix.h \
	sim/orbit_measure.c sim/orbit_measure.h \
	sim/orbit_phase.c sim/orbit_phase.h \
	sim/orbit_point.c sim/orbit_point.h \
	sim/orbit_section.c sim/orbit_section.h \
	sim/orbit_shoot.c sim/orbit_shoot.h \
	sim/orbit_sweep.c sim/orbit_sweep.h \
	sim/orbit_system.c sim/orbit_system.h \
	sim/orbit_table.c sim/orbit_table.h \
	sim/problem.c sim/problem.h \
	sim/registry.c sim/registry.h \
	sim/reset.h \
	sim/residual.c sim/residual.h \
	sim/search.c sim/search.h \
	sim/select.c sim/select.h \
	sim/simulate.c sim/simulate.h \
	sim/slopes.c sim/slopes.h \
	sim/start.c sim/start.h \
	sim/samples.c sim/samples.h \
	sim/table.c sim/table.h \
	sim/terms_slopes.c \
	sim/variation.c sim/variation.h \
	sim/watch.c sim/watch.h \
	sim/terms.h
sim_libsim_la_LIBADD = sim/libequations_complex.la common/libcommon.la $(GSL_LIBS)

bin_PROGRAMS += skitter-sim skitter-map
skitter_sim_SOURCES = sim/skitter_sim.c
skitter_sim_LDADD = sim/libsim.la
skitter_map_SOURCES = sim/skitter_map.c
skitter_map_LDADD = sim/libsim.la

# every figure that skitter-map(1) and skitter-orbit(1) list, in one folder
EXTRA_DIST += sim/draw.sh sim/figures.sh sim/orbit_figures.sh
.PHONY: figures
figures: skitter-map$(EXEEXT) skitter-orbit$(EXEEXT)
	bash $(srcdir)/sim/figures.sh ./skitter-map$(EXEEXT) $(srcdir)/data figures
	bash $(srcdir)/sim/orbit_figures.sh ./skitter-orbit$(EXEEXT) $(srcdir)/data figures

bin_PROGRAMS += skitter-orbit
skitter_orbit_SOURCES = sim/skitter_orbit.c \
	sim/orbit_continue_command.c \
	sim/orbit_diagram_command.c \
	sim/orbit_equilibria_command.c \
	sim/orbit_find_command.c \
	sim/orbit_job.c sim/orbit_job.h \
	sim/orbit_phase_command.c \
	sim/orbit_poincare_command.c \
	sim/orbit_sweep_command.c
skitter_orbit_LDADD = sim/libsim.la
