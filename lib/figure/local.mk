# SPDX-License-Identifier: GPL-3.0-or-later
noinst_LIBRARIES += lib/figure/libfigure.a
lib_figure_libfigure_a_SOURCES = \
	lib/figure/gnuplot.c lib/figure/gnuplot.h
figure_libs = lib/figure/libfigure.a $(base_libs)
