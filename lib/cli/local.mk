# SPDX-License-Identifier: GPL-3.0-or-later
noinst_LIBRARIES += lib/cli/libcli.a
lib_cli_libcli_a_SOURCES = \
	lib/cli/fold.c lib/cli/fold.h \
	lib/cli/help.c lib/cli/help.h \
	lib/cli/journal.c lib/cli/journal.h \
	lib/cli/options.c lib/cli/options.h \
	lib/cli/plot.c lib/cli/plot.h \
	lib/cli/program.c lib/cli/program.h \
	lib/cli/progress.c lib/cli/progress.h \
	lib/cli/remark.c lib/cli/remark.h \
	lib/cli/shard.c lib/cli/shard.h \
	lib/cli/shard_merge.c lib/cli/shard_merge.h \
	lib/cli/share.c lib/cli/share.h \
	lib/cli/table.c lib/cli/table.h
cli_libs = lib/cli/libcli.a $(MPI_LIBS) $(base_libs)
