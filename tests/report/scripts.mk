# SPDX-License-Identifier: GPL-3.0-or-later
dist_check_SCRIPTS += tests/report/report.sh tests/report/campaign.sh tests/report/browser.sh tests/report/layout.sh tests/report/live.sh tests/report/tutorial.sh
EXTRA_DIST += tests/report/browser.js tests/report/layout.js tests/report/live.js
