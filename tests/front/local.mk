# SPDX-License-Identifier: GPL-3.0-or-later
dist_check_SCRIPTS += tests/front/skitter.sh tests/front/hardening.sh tests/front/manpages.sh \
	tests/front/rig.sh tests/front/compile.sh tests/front/run.sh tests/front/sweep.sh tests/front/examples.sh tests/front/completion.sh \
	tests/front/clipped.sh tests/front/day.sh tests/front/rooms.sh tests/front/style.sh tests/front/terminal.sh tests/front/version.sh tests/front/exports.sh tests/front/package.sh
