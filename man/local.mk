# SPDX-License-Identifier: GPL-3.0-or-later
dist_man_MANS += man/skitter.1 man/skitter.3 man/skitter.7 man/skitter-rig.5 man/skitter-run.5 \
	man/skitter-calib.1 man/skitter-daq.1 man/skitter-fit.1 man/skitter-map.1 \
	man/skitter-orbit.1 man/skitter-plan.1 man/skitter-report.1 man/skitter-sim.1 \
	man/skitter-theory.7 man/skitter-tutorial.7
