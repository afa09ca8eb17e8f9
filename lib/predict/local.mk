# SPDX-License-Identifier: GPL-3.0-or-later
noinst_LIBRARIES += lib/predict/libpredict.a
lib_predict_libpredict_a_SOURCES = \
	lib/predict/band.c lib/predict/band.h \
	lib/predict/belt.c lib/predict/belt.h \
	lib/predict/ensemble.c lib/predict/ensemble.h \
	lib/predict/information.c lib/predict/information.h \
	lib/predict/instrument.c lib/predict/instrument.h \
	lib/predict/motion.c lib/predict/motion.h \
	lib/predict/portrait.c lib/predict/portrait.h \
	lib/predict/predict.c lib/predict/predict.h \
	lib/predict/result.h \
	lib/predict/rig.c lib/predict/rig.h lib/predict/shown.c lib/predict/shown.h
predict_libs = lib/predict/libpredict.a $(sim_libs) $(measure_libs)
