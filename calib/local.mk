noinst_LTLIBRARIES += calib/libcalib.la
calib_libcalib_la_SOURCES = \
	calib/decay.c calib/decay.h \
	calib/fit.c calib/fit.h \
	calib/noise.c calib/noise.h \
	calib/spectrum.c calib/spectrum.h \
	calib/swing.c calib/swing.h
calib_libcalib_la_LIBADD = common/libcommon.la $(FFTW_LIBS) $(GSL_LIBS)
