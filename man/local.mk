dist_man_MANS += man/skitter-rig.5
