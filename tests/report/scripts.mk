# SPDX-License-Identifier: GPL-3.0-or-later
dist_check_SCRIPTS += tests/report/skitter_report.sh tests/report/campaign.sh tests/report/pages.sh tests/report/tutorial.sh
EXTRA_DIST += tests/report/around.js tests/report/browser.js tests/report/layout.js tests/report/live.js
