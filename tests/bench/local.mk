# `make bench` builds and runs these; they are no tests
EXTRA_PROGRAMS += tests/bench/sim
tests_bench_sim_SOURCES = tests/bench/sim.c
tests_bench_sim_LDADD = sim/libsim.la
CLEANFILES += tests/bench/sim$(EXEEXT)

.PHONY: bench
bench: tests/bench/sim$(EXEEXT)
	tests/bench/sim$(EXEEXT) $(top_srcdir)/data
