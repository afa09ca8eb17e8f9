# SPDX-License-Identifier: GPL-3.0-or-later
# every figure that skitter-map(1) and skitter-orbit(1) list, in one folder
EXTRA_DIST += docs/draw.sh docs/map_figures.sh docs/orbit_figures.sh
.PHONY: figures
figures: skitter-map$(EXEEXT) skitter-orbit$(EXEEXT)
	bash $(srcdir)/docs/map_figures.sh ./skitter-map$(EXEEXT) $(srcdir)/data figures
	bash $(srcdir)/docs/orbit_figures.sh ./skitter-orbit$(EXEEXT) $(srcdir)/data figures
