dist_man_MANS += man/skitter.1 man/skitter.7
