# SPDX-License-Identifier: GPL-3.0-or-later
# long and large things; the full doses are run by `make soak`, a sample by `make check`
dist_check_SCRIPTS += tests/soak/sample.sh
EXTRA_DIST += tests/soak/measure.sh tests/soak/recording.sh tests/soak/simulation.sh \
	tests/soak/report.sh tests/soak/fast.sh tests/soak/random.sh
