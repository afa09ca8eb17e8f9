# SPDX-License-Identifier: GPL-3.0-or-later
noinst_LIBRARIES += plan/libplan.a
plan_libplan_a_SOURCES = \
	plan/candidates.c plan/candidates.h \
	plan/check.c \
	plan/choose.c plan/choose.h \
	plan/compare.c plan/compare.h \
	plan/discriminate.c \
	plan/figure.c plan/figure.h \
	plan/job.c plan/job.h \
	plan/output.c plan/output.h \
	plan/propose.c \
	plan/rail.c plan/rail.h \
	plan/unknowns.c plan/unknowns.h
plan_libs = plan/libplan.a $(predict_libs) $(map_libs)

bin_PROGRAMS += skitter-plan
skitter_plan_SOURCES = plan/skitter_plan.c
skitter_plan_LDADD = $(plan_libs)
