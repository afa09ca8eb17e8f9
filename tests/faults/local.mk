# faults on purpose: a shim that is loaded into the programs, and scripts around them
check_DATA += tests/faults/shim.so
tests/faults/shim.so: $(top_srcdir)/tests/faults/shim.c
	@$(MKDIR_P) tests/faults
	$(AM_V_CC)$(CC) -std=c17 -Wall -Wextra -g -O1 -fPIC -shared -o $@ $(top_srcdir)/tests/faults/shim.c

dist_check_SCRIPTS += tests/faults/memory.sh
EXTRA_DIST += tests/faults/shim.c tests/faults/jobs.sh
CLEANFILES += tests/faults/shim.so
