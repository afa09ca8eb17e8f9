<<<<<<< HEAD
dist_man_MANS += man/skitter-rig.5
=======
# pages: dist_man_MANS += man/...
dist_man_MANS += man/skitter-run.5
>>>>>>> run
dist_man_MANS += man/skitter.1 man/skitter.7
