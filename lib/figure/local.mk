# SPDX-License-Identifier: GPL-3.0-or-later
noinst_LIBRARIES += lib/figure/libfigure.a
lib_figure_libfigure_a_SOURCES = \
	lib/figure/cairo.c lib/figure/cairo.h \
	lib/figure/canvas.h \
	lib/figure/draw.c lib/figure/draw.h \
	lib/figure/figure.c lib/figure/figure.h \
	lib/figure/file.c lib/figure/file.h \
	lib/figure/font.c lib/figure/font.h \
	lib/figure/marks.c lib/figure/marks.h \
	lib/figure/outline.c lib/figure/outline.h \
	lib/figure/pen.c lib/figure/pen.h \
	lib/figure/pdf.c lib/figure/pdf.h \
	lib/figure/svg.c lib/figure/svg.h \
	lib/figure/symbol.c lib/figure/symbol.h \
	lib/figure/ticks.c lib/figure/ticks.h
figure_libs = lib/figure/libfigure.a $(base_libs) $(PANGO_LIBS)
