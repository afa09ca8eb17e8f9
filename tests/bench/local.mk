# `make bench` builds and runs these; they are no tests. tests/bench/README.md says what
# they print and how to choose.
bench_servers = tests/bench/serve.c tests/bench/serve.h
EXTRA_PROGRAMS += tests/bench/sim tests/bench/skitter tests/bench/run
tests_bench_sim_SOURCES = tests/bench/sim.c $(bench_servers)
tests_bench_sim_LDADD = sim/libsim.la
tests_bench_skitter_SOURCES = tests/bench/skitter.c tests/bench/grazes.h $(bench_servers)
tests_bench_skitter_LDADD = sim/libsim.la
tests_bench_run_SOURCES = tests/bench/run.c tests/bench/serve.h
tests_bench_run_LDADD = -lm
CLEANFILES += tests/bench/sim$(EXEEXT) tests/bench/skitter$(EXEEXT) tests/bench/run$(EXEEXT) \
	tests/bench/sundials$(EXEEXT)
