dist_man_MANS += man/skitter.1 man/skitter.7 man/skitter-rig.5 man/skitter-run.5 man/skitter-sim.1 man/skitter-fit.1 man/skitter-daq.1 man/skitter-report.1 man/skitter-tutorial.7 man/skitter-theory.7
