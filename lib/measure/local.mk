# SPDX-License-Identifier: GPL-3.0-or-later
noinst_LIBRARIES += lib/measure/libmeasure.a
lib_measure_libmeasure_a_SOURCES = \
	lib/measure/background.c lib/measure/background.h \
	lib/measure/channels.c lib/measure/channels.h \
	lib/measure/detect.c lib/measure/detect.h \
	lib/measure/dropout.c lib/measure/dropout.h \
	lib/measure/events.c lib/measure/events.h \
	lib/measure/flag.c lib/measure/flag.h \
	lib/measure/jump.c lib/measure/jump.h \
	lib/measure/level.c lib/measure/level.h \
	lib/measure/lowpass.c lib/measure/lowpass.h \
	lib/measure/match.c lib/measure/match.h \
	lib/measure/noise.c lib/measure/noise.h \
	lib/measure/normal.c lib/measure/normal.h \
	lib/measure/rail.c lib/measure/rail.h \
	lib/measure/record.c lib/measure/record.h \
	lib/measure/regime.c lib/measure/regime.h \
	lib/measure/spectrum.c lib/measure/spectrum.h \
	lib/measure/spline.c lib/measure/spline.h \
	lib/measure/start.c lib/measure/start.h
measure_libs = lib/measure/libmeasure.a $(rig_libs) $(run_libs) $(FFTW_LIBS) $(GSL_LIBS)
