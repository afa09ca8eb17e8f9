# SPDX-License-Identifier: GPL-3.0-or-later
noinst_LIBRARIES += orbit/liborbit.a
orbit_liborbit_a_SOURCES = \
	orbit/attractor.c orbit/attractor.h \
	orbit/branch.h \
	orbit/chart.c orbit/chart.h \
	orbit/chart_figure.c orbit/chart_figure.h \
	orbit/curve.c orbit/curve.h \
	orbit/diagram.c orbit/diagram.h \
	orbit/drive.c orbit/drive.h \
	orbit/end.c orbit/end.h \
	orbit/equilibrium.c orbit/equilibrium.h \
	orbit/family.c orbit/family.h \
	orbit/figure.c orbit/figure.h \
	orbit/flow.c orbit/flow.h \
	orbit/follow.c orbit/follow.h \
	orbit/json.c orbit/json.h \
	orbit/matrix.c orbit/matrix.h \
	orbit/measure.c orbit/measure.h \
	orbit/phase.c orbit/phase.h \
	orbit/point.c orbit/point.h \
	orbit/section.c orbit/section.h \
	orbit/shoot.c orbit/shoot.h \
	orbit/sweep.c orbit/sweep.h \
	orbit/system.c orbit/system.h \
	orbit/table.c orbit/table.h
orbit_libs = orbit/liborbit.a $(map_libs)

bin_PROGRAMS += skitter-orbit
skitter_orbit_SOURCES = \
	orbit/branch.h \
	orbit/continue_command.c \
	orbit/curve_command.c \
	orbit/diagram_command.c \
	orbit/equilibria_command.c \
	orbit/find_command.c \
	orbit/job.c orbit/job.h \
	orbit/phase_command.c \
	orbit/poincare_command.c \
	orbit/skitter_orbit.c \
	orbit/sweep_command.c
skitter_orbit_LDADD = $(orbit_libs)
