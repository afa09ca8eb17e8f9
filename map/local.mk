# SPDX-License-Identifier: GPL-3.0-or-later
noinst_LIBRARIES += map/libmap.a map/libfields_complex.a
map_libfields_complex_a_SOURCES = map/fields.c
map_libfields_complex_a_CPPFLAGS = $(AM_CPPFLAGS) -DSIM_COMPLEX
map_libfields_complex_a_CFLAGS = $(AM_CFLAGS) $(COMPLEX_CFLAGS)

map_libmap_a_SOURCES = \
	map/axis.c map/axis.h \
	map/bounce_command.c \
	map/critical.c map/critical.h \
	map/critical_command.c \
	map/curve.c map/curve.h \
	map/fields.c map/fields.h \
	map/figure.c map/figure.h \
	map/grid.c map/grid.h \
	map/ipos.c map/ipos.h \
	map/jamming.c map/jamming.h \
	map/jamming_command.c \
	map/job.c map/job.h \
	map/limit.c map/limit.h \
	map/limit_command.c \
	map/line.c map/line.h \
	map/modes.c map/modes.h \
	map/modes_command.c \
	map/modes_figure.c map/modes_figure.h \
	map/outcome.c map/outcome.h \
	map/overlay.c map/overlay.h \
	map/paradox.c map/paradox.h \
	map/paradox_command.c \
	map/place.c map/place.h \
	map/region.c map/region.h \
	map/singular.c map/singular.h \
	map/singular_command.c \
	map/table.c map/table.h
map_libs = map/libmap.a map/libfields_complex.a $(sim_libs) $(figure_libs) $(cli_libs)

bin_PROGRAMS += skitter-map
skitter_map_SOURCES = map/skitter_map.c
skitter_map_LDADD = $(map_libs)
