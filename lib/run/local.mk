# SPDX-License-Identifier: GPL-3.0-or-later
noinst_LIBRARIES += lib/run/librun.a
lib_run_librun_a_SOURCES = \
	lib/run/cut.c lib/run/cut.h \
	lib/run/description.c lib/run/description.h \
	lib/run/fields.c lib/run/fields.h \
	lib/run/journal.c lib/run/journal.h \
	lib/run/json.c lib/run/json.h \
	lib/run/keeper.c lib/run/keeper.h \
	lib/run/note.c lib/run/note.h \
	lib/run/repair.c lib/run/repair.h \
	lib/run/run.c lib/run/run.h \
	lib/run/signal.c lib/run/signal.h \
	lib/run/write.c lib/run/write.h
run_libs = lib/run/librun.a $(SNDFILE_LIBS) $(base_libs)
