# SPDX-License-Identifier: GPL-3.0-or-later
# libskitter: the rooms below, behind one header. Every object is position-independent and hides
# its symbols but those that skitter.h declares, so that the archives of the rooms make the
# shared library, too.
noinst_LIBRARIES += api/libapi.a
api_libapi_a_SOURCES = api/skitter.h api/private.h \
	api/contact.c api/error.c api/fit.c api/many.c api/motion.c api/rig.c api/run.c api/setup.c \
	api/tell.c api/walk.c
api_libs = api/libapi.a $(fit_libs)

# the number changes with what programs that were linked before cannot bear
api_so = libskitter.so.0
api_archives = api/libapi.a fit/libfit.a lib/predict/libpredict.a lib/measure/libmeasure.a \
	sim/libsim.a sim/libequations_complex.a lib/run/librun.a lib/rig/librig.a lib/cli/libcli.a \
	lib/base/libbase.a
all-local: $(api_so)
$(api_so): $(api_archives)
	$(AM_V_CCLD)$(CC) $(AM_CFLAGS) $(CFLAGS) $(api_ldflags) $(LDFLAGS) -shared -Wl,-soname,$(api_so) \
		-Wl,--no-undefined -o $@ -Wl,--whole-archive api/libapi.a -Wl,--no-whole-archive \
		$(fit_libs) $(LIBS)
api_ldflags = $(OPENMP_CFLAGS) $(HARDEN_SHARED_LDFLAGS)
CLEANFILES += $(api_so)

# for whoever's python3 looks there; distributions move it with pythondir=
pythondir = $(libdir)/python3/dist-packages
dist_python_DATA = api/python/skitter.py

include_HEADERS = api/skitter.h
pkgconfigdir = $(libdir)/pkgconfig
nodist_pkgconfig_DATA = api/skitter.pc
install-exec-local: $(api_so)
	$(MKDIR_P) '$(DESTDIR)$(libdir)'
	$(INSTALL_PROGRAM) $(api_so) '$(DESTDIR)$(libdir)/$(api_so)'
	ln -sf $(api_so) '$(DESTDIR)$(libdir)/libskitter.so'
uninstall-local:
	rm -f '$(DESTDIR)$(libdir)/$(api_so)' '$(DESTDIR)$(libdir)/libskitter.so'
