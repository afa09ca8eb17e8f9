# SPDX-License-Identifier: GPL-3.0-or-later
check_PROGRAMS += tests/api/api
tests_api_api_LDADD = $(api_libs) $(cmocka_libs)
dist_check_SCRIPTS += tests/api/installed.sh
EXTRA_DIST += tests/api/equal.py
