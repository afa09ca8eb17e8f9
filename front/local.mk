# SPDX-License-Identifier: GPL-3.0-or-later
# The front end. Programs are built at the top of the build directory, so that
# skitter finds the others beside itself before they are installed.
bin_PROGRAMS += skitter
skitter_SOURCES = front/main.c front/programs.c front/programs.h \
	front/rig.c front/rig_compile.c front/rig_compile.h front/rig_new.c front/run.c front/sweep.c \
	front/commands.h \
	front/runs.h front/run_edit.c front/run_export.c front/run_info.c front/run_list.c \
	front/run_figure.c front/run_figure.h front/run_plot.c front/pen.c front/pen.h front/sketch.c front/sketch.h front/export.h front/export_binary.c front/export_text.c
skitter_LDADD = $(figure_libs) $(measure_libs) $(sim_libs) $(run_libs) $(MATIO_LIBS) $(cli_libs)

# templates of "skitter rig new"
front_templates = front/templates/block.yaml front/templates/link.yaml \
	front/templates/oscillator.yaml front/templates/plate.yaml
front/templates.inc: $(front_templates) front/templates.sh
	$(AM_V_GEN)$(MKDIR_P) front && sh $(srcdir)/front/templates.sh \
	    $(front_templates:%=$(srcdir)/%) > $@.tmp && mv $@.tmp $@
front/rig_new.$(OBJEXT): front/templates.inc
EXTRA_DIST += front/templates.sh $(front_templates)
CLEANFILES += front/templates.inc

# completion for the shells, from the option tables of all programs
EXTRA_DIST += front/completion.sh
bashcompletiondir = $(datadir)/bash-completion/completions
zshcompletiondir = $(datadir)/zsh/site-functions
nodist_bashcompletion_DATA = front/skitter.bash
nodist_zshcompletion_DATA = front/_skitter
front/skitter.bash: $(bin_PROGRAMS) front/completion.sh
	$(AM_V_GEN)bash $(srcdir)/front/completion.sh bash $(bin_PROGRAMS:%=./%) > $@.tmp && mv $@.tmp $@
front/_skitter: $(bin_PROGRAMS) front/completion.sh
	$(AM_V_GEN)bash $(srcdir)/front/completion.sh zsh $(bin_PROGRAMS:%=./%) > $@.tmp && mv $@.tmp $@
CLEANFILES += front/skitter.bash front/_skitter
