dist_check_SCRIPTS += tests/front/skitter.sh tests/front/manpages.sh
