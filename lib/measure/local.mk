# SPDX-License-Identifier: GPL-3.0-or-later
noinst_LIBRARIES += lib/measure/libmeasure.a
lib_measure_libmeasure_a_SOURCES = \
	lib/measure/detect.c lib/measure/detect.h \
	lib/measure/events.c lib/measure/events.h \
	lib/measure/match.c lib/measure/match.h \
	lib/measure/rail.c lib/measure/rail.h \
	lib/measure/record.c lib/measure/record.h \
	lib/measure/spline.c lib/measure/spline.h
measure_libs = lib/measure/libmeasure.a $(sim_libs)
