# SPDX-License-Identifier: GPL-3.0-or-later
noinst_LIBRARIES += fit/libfit.a
fit_libfit_a_SOURCES = \
	fit/belt.c fit/belt.h \
	fit/bootstrap.c fit/bootstrap.h \
	fit/bounds.c fit/bounds.h \
	fit/budget.c fit/budget.h \
	fit/compare.c fit/compare.h \
	fit/covariance.c fit/covariance.h \
	fit/flutter.c fit/flutter.h \
	fit/held.c fit/held.h \
	fit/least_squares.c fit/least_squares.h \
	fit/looks.c fit/looks.h \
	fit/law.c fit/law.h \
	fit/leverage.c fit/leverage.h \
	fit/loss.c fit/loss.h \
	fit/multistart.c fit/multistart.h \
	fit/output.c fit/output.h \
	fit/plane.c fit/plane.h \
	fit/posterior.c fit/posterior.h \
	fit/problem.c fit/problem.h \
	fit/profile.c fit/profile.h \
	fit/rail.c fit/rail.h \
	fit/replica.c fit/replica.h fit/settle.c fit/settle.h \
	fit/residuals.c fit/residuals.h \
	fit/sampler.c fit/sampler.h \
	fit/search.c fit/search.h \
	fit/setup.c fit/setup.h \
	fit/stages.c fit/stages.h \
	fit/suggest.c fit/suggest.h \
	fit/suspect.c fit/suspect.h \
	fit/tall.c fit/tall.h \
	fit/verdict.c fit/verdict.h
fit_libs = fit/libfit.a $(predict_libs) $(cli_libs)

bin_PROGRAMS += skitter-fit
skitter_fit_SOURCES = fit/skitter_fit.c fit/compare_output.c fit/compare_output.h \
	fit/compare_figure.c fit/looks_figure.c fit/looks_figure.h
skitter_fit_LDADD = $(fit_libs) $(figure_libs)
