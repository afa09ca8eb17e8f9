# SPDX-License-Identifier: GPL-3.0-or-later
# faults on purpose: a shim that is loaded into the programs, and scripts around them;
# `make check` takes a sample, tests/soak/doses the full doses
check_DATA += tests/faults/shim.so
tests/faults/shim.so: $(top_srcdir)/tests/faults/shim.c
	@$(MKDIR_P) tests/faults
	$(AM_V_CC)$(CC) -std=c17 -Wall -Wextra -g -O1 -fPIC -shared -o $@ $(top_srcdir)/tests/faults/shim.c

# judges what power cuts leave of runs
EXTRA_PROGRAMS += tests/faults/left
tests_faults_left_LDADD = $(run_libs)
check_DATA += tests/faults/left

dist_check_SCRIPTS += tests/faults/devices.sh tests/faults/edges.sh tests/faults/hostile.sh tests/faults/judge.sh tests/faults/memory.sh tests/faults/power.sh tests/faults/privileges.sh tests/faults/signals.sh \
	tests/faults/space.sh tests/faults/system.sh
EXTRA_DIST += tests/faults/README.md tests/faults/hostile.py tests/faults/powercut.py tests/faults/shim.c tests/faults/jobs.sh tests/faults/threads.sh
CLEANFILES += tests/faults/shim.so tests/faults/left
clean-local:
	rm -rf tests/faults/tsan tests/soak/logs
