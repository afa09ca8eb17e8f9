# SPDX-License-Identifier: GPL-3.0-or-later
noinst_LIBRARIES += lib/rig/librig.a
lib_rig_librig_a_SOURCES = \
	lib/rig/change.c \
	lib/rig/describe.c lib/rig/describe.h \
	lib/rig/description.c lib/rig/description.h \
	lib/rig/form.c lib/rig/form.h \
	lib/rig/include.c lib/rig/include.h \
	lib/rig/json.c \
	lib/rig/law.h \
	lib/rig/make.c lib/rig/make.h \
	lib/rig/mechanism.h \
	lib/rig/print.c \
	lib/rig/read.c \
	lib/rig/planned.c lib/rig/planned.h \
	lib/rig/result.c lib/rig/result.h \
	lib/rig/rig.c lib/rig/rig.h \
	lib/rig/schedule.c lib/rig/schedule.h \
	lib/rig/surface.c lib/rig/surface.h \
	lib/rig/tables.c lib/rig/tables.h \
	lib/rig/tree.c lib/rig/tree.h \
	lib/rig/uncertain.c lib/rig/uncertain.h
rig_libs = lib/rig/librig.a $(YAML_LIBS) $(base_libs)
