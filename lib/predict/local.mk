# SPDX-License-Identifier: GPL-3.0-or-later
noinst_LIBRARIES += lib/predict/libpredict.a
lib_predict_libpredict_a_SOURCES = \
	lib/predict/belt.c lib/predict/belt.h \
	lib/predict/predict.c lib/predict/predict.h
predict_libs = lib/predict/libpredict.a $(sim_libs) $(measure_libs)
