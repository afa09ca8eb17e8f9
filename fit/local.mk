noinst_LTLIBRARIES += fit/libfit.la
fit_libfit_la_SOURCES = \
	fit/bounds.c fit/bounds.h \
	fit/detect.c fit/detect.h \
	fit/events.c fit/events.h \
	fit/least_squares.c fit/least_squares.h \
	fit/loss.c fit/loss.h \
	fit/match.c fit/match.h \
	fit/measured.c fit/measured.h \
	fit/predict.c fit/predict.h \
	fit/problem.c fit/problem.h \
	fit/residuals.c fit/residuals.h \
	fit/setup.c fit/setup.h \
	fit/stages.c fit/stages.h
fit_libfit_la_LIBADD = sim/libsim.la
