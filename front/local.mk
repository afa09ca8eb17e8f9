# The front end. Programs are built at the top of the build directory, so that
# skitter finds the others beside itself before they are installed.
bin_PROGRAMS += skitter
skitter_SOURCES = front/main.c front/programs.c front/programs.h \
	front/rig.c front/run.c front/sweep.c front/commands.h
skitter_LDADD = sim/libsim.la common/libcommon.la
