# SPDX-License-Identifier: GPL-3.0-or-later
noinst_LIBRARIES += report/libreport.a
report_libreport_a_SOURCES = \
	report/align.c report/align.h \
	report/behaviour.c report/behaviour.h \
	report/budget.c report/budget.h \
	report/campaign.h \
	report/campaign_page.c report/campaign_page.h \
	report/campaign_figures.c report/campaign_figures.h \
	report/compare.c report/compare.h \
	report/document.c report/document.h \
	report/figure.c report/figure.h \
	report/fitted.c report/fitted.h \
	report/html.c report/html.h \
	report/metrics.c report/metrics.h \
	report/mode_cells.c report/mode_cells.h \
	report/files.c report/files.h \
	report/pack.c report/pack.h \
	report/pdf.c report/pdf.h \
	report/report.c report/report.h \
	report/run_figures.c report/run_figures.h \
	report/run_page.c report/run_page.h \
	report/thin.c report/thin.h
report_libs = report/libreport.a $(map_libs) $(predict_libs) $(ZLIB_LIBS)

# what a page carries with it, as lists of bytes
report_bytes = sed 's/[0-9][0-9]*/&,/g'
report/page_css.inc: report/page.css
	$(AM_V_GEN)$(MKDIR_P) report && od -An -v -tu1 $(srcdir)/report/page.css | \
		$(report_bytes) > $@.tmp && mv $@.tmp $@
report/page_js.inc: report/page.js
	$(AM_V_GEN)$(MKDIR_P) report && od -An -v -tu1 $(srcdir)/report/page.js | \
		$(report_bytes) > $@.tmp && mv $@.tmp $@
report/html.$(OBJEXT): report/page_css.inc report/page_js.inc
EXTRA_DIST += report/page.css report/page.js
CLEANFILES += report/page_css.inc report/page_js.inc

bin_PROGRAMS += skitter-report
skitter_report_SOURCES = report/skitter_report.c
skitter_report_LDADD = $(report_libs)
