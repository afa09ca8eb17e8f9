# SPDX-License-Identifier: GPL-3.0-or-later
dist_check_SCRIPTS += tests/vm/comedi.sh
EXTRA_DIST += tests/vm/guest.sh tests/vm/init.sh tests/vm/prepare.sh tests/vm/two.yaml tests/vm/three.yaml tests/vm/skew.yaml tests/vm/odd.yaml \
	tests/vm/many.yaml tests/vm/toofast.yaml tests/vm/noinput.yaml tests/vm/norange.yaml
