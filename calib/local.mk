# SPDX-License-Identifier: GPL-3.0-or-later
noinst_LIBRARIES += calib/libcalib.a
calib_libcalib_a_SOURCES = \
	calib/amplitudes.c calib/amplitudes.h \
	calib/bounce.c calib/bounce.h \
	calib/budget.c calib/budget.h \
	calib/channels.c calib/channels.h \
	calib/decay.c calib/decay.h \
	calib/delay.c calib/delay.h \
	calib/fit.c calib/fit.h \
	calib/friction_speed.c calib/friction_speed.h \
	calib/impact_fit.c calib/impact_fit.h \
	calib/impact_law.c calib/impact_law.h \
	calib/impact_table.c calib/impact_table.h \
	calib/impacts.c calib/impacts.h calib/impacts_figure.c \
	calib/input.c calib/input.h \
	calib/line.c calib/line.h \
	calib/output.c calib/output.h \
	calib/pendulum.c calib/pendulum.h \
	calib/rail.c calib/rail.h \
	calib/slide.c calib/slide.h \
	calib/slip_speed.c calib/slip_speed.h calib/slips.h \
	calib/spectrum.c calib/spectrum.h \
	calib/stick_slip.c calib/stick_slip.h \
	calib/swing.c calib/swing.h
calib_libs = calib/libcalib.a $(sim_libs) $(measure_libs) $(rig_libs) $(run_libs) $(figure_libs) $(cli_libs) $(FFTW_LIBS) $(GSL_LIBS)

bin_PROGRAMS += skitter-calib
skitter_calib_SOURCES = calib/skitter_calib.c
skitter_calib_LDADD = $(calib_libs)
