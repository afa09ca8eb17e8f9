# SPDX-License-Identifier: GPL-3.0-or-later
noinst_LIBRARIES += lib/base/libbase.a
lib_base_libbase_a_SOURCES = \
	lib/base/arena.c lib/base/arena.h \
	lib/base/csv.c lib/base/csv.h \
	lib/base/csv_cells.c lib/base/csv_cells.h lib/base/csv_layout.c lib/base/csv_layout.h \
	lib/base/draft.c lib/base/draft.h \
	lib/base/error.c lib/base/error.h \
	lib/base/file.c lib/base/file.h \
	lib/base/gsl_answers.h \
	lib/base/interrupt.c lib/base/interrupt.h \
	lib/base/json.c lib/base/json.h \
	lib/base/list.c lib/base/list.h \
	lib/base/memory.c lib/base/memory.h \
	lib/base/nearest.c lib/base/nearest.h \
	lib/base/number.c lib/base/number.h \
	lib/base/quantity.c lib/base/quantity.h \
	lib/base/sealed.c lib/base/sealed.h \
	lib/base/sha256.c lib/base/sha256.h \
	lib/base/shown.c lib/base/shown.h \
	lib/base/stream.c lib/base/stream.h \
	lib/base/text.c lib/base/text.h \
	lib/base/uncertain.c lib/base/uncertain.h \
	lib/base/unit_table.c lib/base/unit_table.h \
	lib/base/unit_text.c lib/base/unit_text.h \
	lib/base/units.c lib/base/units.h \
	lib/base/version.c lib/base/version.h
base_libs = lib/base/libbase.a $(JANSSON_LIBS) $(NETTLE_LIBS) $(UDUNITS_LIBS) -lm

# powers of ten for printing numbers
noinst_PROGRAMS += lib/base/powers
lib_base_powers_SOURCES = lib/base/powers.c
lib/base/number.$(OBJEXT): lib/base/powers.inc
lib/base/powers.inc: lib/base/powers$(EXEEXT)
	$(AM_V_GEN)lib/base/powers$(EXEEXT) >$@-t && mv $@-t $@
CLEANFILES += lib/base/powers.inc

# the commit may change without any file of the tree: looked at by every make, and written
# only when it is another
lib/base/version.$(OBJEXT): version.inc
version.inc: look-at-version
	@$(SHELL) $(srcdir)/version.sh --header $@
.PHONY: look-at-version
look-at-version:
CLEANFILES += version.inc
