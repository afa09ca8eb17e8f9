# SPDX-License-Identifier: GPL-3.0-or-later
# every figure that skitter-map(1) and skitter-orbit(1) list, in one folder
EXTRA_DIST += docs/bounce_map.py docs/draw.sh docs/map_figures.sh docs/orbit_figures.sh
.PHONY: figures
figures: skitter-map$(EXEEXT) skitter-orbit$(EXEEXT)
	bash $(srcdir)/docs/map_figures.sh ./skitter-map$(EXEEXT) $(srcdir)/data figures
	bash $(srcdir)/docs/orbit_figures.sh ./skitter-orbit$(EXEEXT) $(srcdir)/data figures
	./skitter-orbit$(EXEEXT) curve $(srcdir)/data/leine-2002-simple.yaml -a friction=0.2:1.2 \
	    -a damping1=0N.s/m:12N.s/m:25 --points 13 --figure figures/leine-2002-chart.svg \
	    --output figures/leine-2002-chart.csv --force

# what the papers print against what comes out, see docs/validation.md
EXTRA_PROGRAMS += docs/validation/search
docs_validation_search_SOURCES = docs/validation/search.c
docs_validation_search_LDADD = $(sim_libs)
EXTRA_PROGRAMS += docs/validation/pendulum
docs_validation_pendulum_SOURCES = docs/validation/pendulum.c
docs_validation_pendulum_LDADD = $(calib_libs)
EXTRA_DIST += docs/validation.md docs/validation/make.sh docs/validation/trial.md docs/validation/trial.sh \
	docs/validation/defects.md docs/validation/defects.sh
.PHONY: validation defects
# what was once wrong of fits, on records of the second generator
defects: all tests/generator/scenes$(EXEEXT)
	bash $(srcdir)/docs/validation/defects.sh . $(srcdir)/data tests/generator/scenes$(EXEEXT) >docs/defects.new
	mv docs/defects.new $(srcdir)/docs/validation/defects.md
validation: all docs/validation/search$(EXEEXT) docs/validation/pendulum$(EXEEXT)
	bash $(srcdir)/docs/validation/make.sh . $(srcdir)/data docs/validation/search$(EXEEXT) >docs/validation.new
	mv docs/validation.new $(srcdir)/docs/validation.md
	if test -d $(srcdir)/../shared/data; then \
		bash $(srcdir)/docs/validation/trial.sh . $(srcdir)/data $(srcdir)/../shared/data docs/validation/pendulum$(EXEEXT) \
			>docs/trial.new && mv docs/trial.new $(srcdir)/docs/validation/trial.md; fi
