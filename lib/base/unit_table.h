/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The units that rig files use, as a small system of udunits2. Its whole database is 3500
 * lines of XML, whose reading is most of what starting a program takes; what is not in the
 * small system is looked for there. */
#ifndef LIB_BASE_UNIT_TABLE_H
#define LIB_BASE_UNIT_TABLE_H

#include <udunits2.h>

/* each unit means in it what it means in the database; NULL without memory */
ut_system *unit_table_new(void);

#endif
