/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lib/base/version.h"

#include "version.inc" /* made by version.sh, by every make */

const char skitter_version[] = SKITTER_VERSION;
