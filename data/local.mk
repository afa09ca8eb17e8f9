# SPDX-License-Identifier: GPL-3.0-or-later
# rigs of the papers' mechanisms, and examples that describe their own
dist_pkgdata_DATA = \
	data/zhao-2008.yaml data/zhao-2008-pendulum.yaml \
	data/liu-2007-case4.yaml data/liu-2007-case5.yaml data/liu-2007-case6.yaml \
	data/leine-2002.yaml data/leine-2002-simple.yaml \
	data/or-2012.yaml \
	data/painleve-rod.yaml data/painleve-box.yaml \
	data/chain.yaml data/colas-2019.yaml \
	data/example-slope.yaml data/example-stick-slip.yaml data/example-ellipse.yaml \
	data/example-impact-oscillator.yaml data/example-brake-pad.yaml \
	data/example-rocking-block.yaml

# the example campaign, recorded from the simulated rig by its make.sh
campaign_names = \
	h0.25_theta69.4_v-0.2 h0.314_theta50_v-0.2 h0.314_theta55_v-0.2 \
	h0.3775_theta-15_v-0.2 h0.3775_theta15_v-0.2 h0.3775_theta21_v-0.2 \
	h0.3775_theta25_v-0.2 h0.3775_theta30.5_v-0.2 h0.3775_theta32_v-0.075 \
	h0.3775_theta32_v-0.16 h0.3775_theta32_v-0.2 h0.3775_theta32_v-0.24 \
	h0.3775_theta32_v-0.5 h0.3775_theta7_v-0.2
campaign_files = data/campaign/rig.yaml data/campaign/make.sh \
	data/campaign/swing/run.json data/campaign/swing/signal.flac \
	$(campaign_names:%=data/campaign/runs/%/run.json) \
	$(campaign_names:%=data/campaign/runs/%/signal.flac)
EXTRA_DIST += $(campaign_files)

# installed as it stands, so that the tutorial's commands work there too
install-data-local: install-campaign
uninstall-local: uninstall-campaign
.PHONY: install-campaign uninstall-campaign
install-campaign:
	for file in $(campaign_files); do \
	    $(MKDIR_P) "$(DESTDIR)$(pkgdatadir)/$$(dirname "$${file#data/}")" && \
	    $(INSTALL_DATA) "$(srcdir)/$$file" "$(DESTDIR)$(pkgdatadir)/$${file#data/}" || exit; \
	done
uninstall-campaign:
	rm -rf "$(DESTDIR)$(pkgdatadir)/campaign"

.PHONY: campaign
campaign: skitter-daq$(EXEEXT)
	TOP_BUILDDIR='$(abs_top_builddir)' bash $(srcdir)/data/campaign/make.sh
