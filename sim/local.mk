# Equations are written once and compiled twice: the _c copies carry derivatives (sim/equations.h).
sim_equations = \
	sim/models/two_link.c \
	sim/models/chain.c \
	sim/models/rod.c \
	sim/models/box.c \
	sim/models/oscillator.c \
	sim/models/simple_oscillator.c \
	sim/models/ipos.c

noinst_LTLIBRARIES += sim/libequations_complex.la sim/libsim.la
sim_libequations_complex_la_SOURCES = $(sim_equations)
sim_libequations_complex_la_CPPFLAGS = $(AM_CPPFLAGS) -DSIM_COMPLEX
sim_libequations_complex_la_CFLAGS = $(AM_CFLAGS) $(COMPLEX_CFLAGS)

sim_libsim_la_SOURCES = $(sim_equations) \
	sim/equations.h sim/model.h sim/terms.h \
	sim/registry.c sim/registry.h
sim_libsim_la_LIBADD = sim/libequations_complex.la common/libcommon.la
