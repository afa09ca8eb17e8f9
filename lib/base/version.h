/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The version of what was compiled, as version.sh tells it: "0.2.0", or with its commit
 * "0.2.0-3-gabcdef0". config.h only knows that of the last configure. */
#ifndef LIB_BASE_VERSION_H
#define LIB_BASE_VERSION_H

extern const char skitter_version[];

#endif
