# SPDX-License-Identifier: GPL-3.0-or-later
noinst_LIBRARIES += report/libreport.a
report_libreport_a_SOURCES = \
	report/align.c report/align.h \
	report/behaviour.c report/behaviour.h \
	report/budget.c report/budget.h \
	report/campaign.h \
	report/campaign_page.c report/campaign_page.h \
	report/campaign_fit.c report/campaign_fit.h \
	report/campaign_map.c report/campaign_map.h \
	report/campaign_marginals.c report/campaign_marginals.h \
	report/campaign_tiles.c report/campaign_tiles.h \
	report/campaign_figures.c report/campaign_figures.h \
	report/compare.c report/compare.h \
	report/document.c report/document.h \
	report/figure.c report/figure.h \
	report/fit_rows.c report/fit_rows.h \
	report/fitted.c report/fitted.h \
	report/html.c report/html.h \
	report/latex.c report/latex.h \
	report/live_spec.c report/live_spec.h \
	report/metrics.c report/metrics.h \
	report/mode_cells.c report/mode_cells.h \
	report/moving.c report/moving.h \
	report/files.c report/files.h \
	report/next.c report/next.h \
	report/pack.c report/pack.h \
	report/pdf.c report/pdf.h \
	report/report.c report/report.h \
	report/residuals.c report/residuals.h \
	report/run_figures.c report/run_figures.h \
	report/run_page.c report/run_page.h \
	report/small.c report/small.h \
	report/told.c report/told.h \
	report/thin.c report/thin.h \
	report/verdict.c report/verdict.h
report_libs = report/libreport.a $(map_libs) $(predict_libs) $(ZLIB_LIBS)

# what a page carries with it, as lists of bytes
report_bytes = sed 's/[0-9][0-9]*/&,/g'
report/page_css.inc: report/page.css
	$(AM_V_GEN)$(MKDIR_P) report && od -An -v -tu1 $(srcdir)/report/page.css | \
		$(report_bytes) > $@.tmp && mv $@.tmp $@
report/page_js.inc: report/page.js report/page_live.js report/page_moving.js
	$(AM_V_GEN)$(MKDIR_P) report && \
		cat $(srcdir)/report/page.js $(srcdir)/report/page_live.js $(srcdir)/report/page_moving.js | od -An -v -tu1 | \
		$(report_bytes) > $@.tmp && mv $@.tmp $@
if WITH_LIVE
report_live = report/live_wasm.inc
endif
report/html.$(OBJEXT): report/page_css.inc report/page_js.inc $(report_live)
EXTRA_DIST += report/page.css report/page.js report/page_live.js report/page_moving.js
CLEANFILES += report/page_css.inc report/page_js.inc

# the simulator as WebAssembly, packed; the _c objects carry derivatives, which the engine links.
# An interpreted tape has its slots on the stack.
live_sources = report/live/live.c report/live/belt.c \
	lib/base/arena.c lib/base/error.c lib/base/memory.c lib/base/nearest.c lib/base/quantity.c lib/base/shown.c \
	sim/bounds.c sim/carry.c sim/change.c sim/course.c sim/curve.c sim/dop853.c sim/extras.c sim/friction_series.c \
	sim/jacobian.c \
	sim/lagrange.c sim/outputs.c sim/own.c sim/phase.c sim/problem.c sim/residual.c \
	sim/roots.c sim/samples.c sim/schedules.c sim/search.c sim/select.c sim/series.c sim/series_linear.c sim/series_sums.c \
	sim/shown.c sim/simulate.c sim/singular.c sim/slopes.c sim/slow.c sim/start.c sim/stretch.c \
	sim/stretch_slopes.c sim/tape.c sim/taylor.c sim/terms_slopes.c sim/values.c sim/variation.c \
	$(sim_equations)
live_objects = $(live_sources:%.c=live/%.wo) $(sim_equations:%.c=live/%_c.wo)
live_compile = $(WASM_CC) -O2 -std=c17 -ffunction-sections -fdata-sections -fno-math-errno \
	-I. -I$(top_srcdir) -MMD -MP -MF $@.d -c -o $@
live/%_c.wo: %.c config.h
	$(AM_V_CC)$(MKDIR_P) $(@D) && $(live_compile) -DSIM_COMPLEX $<
live/%.wo: %.c config.h
	$(AM_V_CC)$(MKDIR_P) $(@D) && $(live_compile) $<
live/live.wasm: $(live_objects)
	$(AM_V_CCLD)$(WASM_CC) -mexec-model=reactor -nostartfiles -Wl,--no-entry -Wl,--gc-sections -Wl,-z,stack-size=2097152 \
		-Wl,--strip-all $(live_objects) -o $@ || \
		{ echo "live.wasm: live_sources of report/local.mk lacks the file that defines what is missing" >&2; exit 1; }
report/live_wasm.inc: live/live.wasm
	$(AM_V_GEN)$(MKDIR_P) report && gzip -9nc live/live.wasm | od -An -v -tu1 | \
		$(report_bytes) > $@.tmp && mv $@.tmp $@
-include $(live_objects:%=%.d)
EXTRA_DIST += report/live/live.c report/live/belt.c report/live/belt.h
CLEANFILES += report/live_wasm.inc live/live.wasm $(live_objects) $(live_objects:%=%.d)

bin_PROGRAMS += skitter-report
skitter_report_SOURCES = report/skitter_report.c
skitter_report_LDADD = $(report_libs)
