# SPDX-License-Identifier: GPL-3.0-or-later
# the full doses of what `make check` takes a sample of: see tests/soak/README.md
SOAK =
.PHONY: soak
soak: all
	$(MAKE) $(AM_MAKEFLAGS) check TESTS=
	TOP_SRCDIR='$(abs_top_srcdir)' TOP_BUILDDIR='$(abs_top_builddir)' \
		bash $(top_srcdir)/tests/soak/run.sh $(SOAK)

dist_check_SCRIPTS += tests/soak/selftest.sh
EXTRA_DIST += tests/soak/README.md tests/soak/doses tests/soak/run.sh
