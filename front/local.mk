# The front end. Programs are built at the top of the build directory, so that
# skitter finds the others beside itself before they are installed.
bin_PROGRAMS += skitter
skitter_SOURCES = front/main.c front/programs.c front/programs.h
skitter_LDADD = common/libcommon.la
