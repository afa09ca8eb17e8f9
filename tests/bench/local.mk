# SPDX-License-Identifier: GPL-3.0-or-later
# `make bench` builds and runs these; they are no tests. tests/bench/README.md says what
# they print, and how to choose by BENCH_PEERS and BENCH_CASES.
bench_servers = tests/bench/serve.c tests/bench/serve.h
bench_programs = tests/bench/many tests/bench/run tests/bench/sim tests/bench/skitter tests/bench/usage
EXTRA_PROGRAMS += $(bench_programs)
tests_bench_run_SOURCES = tests/bench/run.c tests/bench/serve.h
tests_bench_run_LDADD = -lm
tests_bench_sim_SOURCES = tests/bench/sim.c $(bench_servers)
tests_bench_sim_LDADD = $(sim_libs)
tests_bench_skitter_SOURCES = tests/bench/skitter.c tests/bench/grazes.h $(sim_graphs) $(bench_servers)
tests_bench_skitter_LDADD = $(sim_libs)
tests_bench_many_SOURCES = tests/bench/many.c
tests_bench_many_LDADD = $(map_libs)
tests_bench_usage_SOURCES = tests/bench/usage.c $(bench_servers)

# built by bench.sh where SUNDIALS is installed
EXTRA_DIST += tests/bench/sundials.c tests/bench/mechanics.c tests/bench/mechanics.h \
	tests/bench/scipy_peer.py tests/bench/scipy_fit.py tests/bench/octave_peer.m \
	tests/bench/bench.sh tests/bench/count.sh tests/bench/programs.sh tests/bench/python.sh tests/bench/comedi.sh \
	tests/bench/comedi_init.sh tests/bench/mujoco.c tests/bench/mujoco.xml tests/bench/README.md
CLEANFILES += $(bench_programs) tests/bench/sundials tests/bench/mujoco tests/bench/MUJOCO_LOG.TXT

.PHONY: bench
bench: $(bench_programs) $(bench_fit_programs) $(bin_PROGRAMS)
	@CC='$(CC)' CFLAGS='$(CFLAGS)' bash $(srcdir)/tests/bench/bench.sh '$(abs_top_builddir)' '$(abs_top_srcdir)'
