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
fishcompletiondir = $(datadir)/fish/vendor_completions.d
nodist_bashcompletion_DATA = front/skitter.bash
nodist_zshcompletion_DATA = front/_skitter
nodist_fishcompletion_DATA = front/skitter.fish
front/skitter.bash: completion_shell = bash
front/_skitter: completion_shell = zsh
front/skitter.fish: completion_shell = fish
front/skitter.bash front/_skitter front/skitter.fish: $(bin_PROGRAMS) front/completion.sh
	$(AM_V_GEN)bash $(srcdir)/front/completion.sh $(completion_shell) $(bin_PROGRAMS:%=./%) > $@.tmp && mv $@.tmp $@
CLEANFILES += front/skitter.bash front/_skitter front/skitter.fish

# bash and fish look for a file by the name of the program that is typed
other_programs = $(filter-out skitter,$(bin_PROGRAMS:$(EXEEXT)=))
install-data-hook:
	cd '$(DESTDIR)$(bashcompletiondir)' && for name in $(other_programs); do ln -sf skitter.bash $$name.bash; done
	cd '$(DESTDIR)$(fishcompletiondir)' && for name in $(other_programs); do ln -sf skitter.fish $$name.fish; done
uninstall-hook:
	rm -f $(other_programs:%='$(DESTDIR)$(bashcompletiondir)'/%.bash) $(other_programs:%='$(DESTDIR)$(fishcompletiondir)'/%.fish)
