# SPDX-License-Identifier: GPL-3.0-or-later
dist_check_SCRIPTS += tests/vm/comedi.sh tests/vm/alsa.sh
EXTRA_DIST += tests/vm/guest.sh tests/vm/init.sh tests/vm/prepare.sh tests/vm/two.yaml tests/vm/three.yaml tests/vm/skew.yaml tests/vm/odd.yaml \
	tests/vm/many.yaml tests/vm/toofast.yaml tests/vm/noinput.yaml tests/vm/norange.yaml \
	tests/vm/alsa_init.sh tests/vm/sound.py tests/vm/sound.yaml tests/vm/sound_offrate.yaml \
	tests/vm/sound_norate.yaml tests/vm/sound_noinput.yaml
