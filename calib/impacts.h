/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The law of impact from a table of measured impacts: all laws are fitted, compared by how well
 * they predict impacts that they were not fitted to, and the best is scored on other tables. */
#ifndef CALIB_IMPACTS_H
#define CALIB_IMPACTS_H

#include "calib/impact_fit.h"
#include "calib/output.h"

struct calib_impacts_settings {
    const char *laws; /* a list; NULL: all */
    double gyration;  /* m, NaN: from the table */
    struct calib_impact_choice choice;
    bool quiet; /* no progress */
};

struct calib_impacts {
    struct calib_impact_table table;
    struct calib_impact_fit fits[CALIB_IMPACT_LAWS];   /* the best first */
    struct calib_impact_lead leads[CALIB_IMPACT_LAWS]; /* of the best over each */
    size_t n;
    size_t chosen; /* the one with the fewest parameters that the best does not surely beat */
};

enum error_code calib_impacts_find(const char *path, const struct calib_impacts_settings *settings,
                                   struct calib_impacts *impacts, struct calib_output *output,
                                   struct error *err);
void calib_impacts_free(struct calib_impacts *impacts);
void calib_impacts_print(const struct calib_impacts *impacts, FILE *out);
void calib_impacts_draw(const struct calib_impacts *impacts, struct figure *figure);

/* the law that was found, on the impacts of another table of the same body */
enum error_code calib_impacts_score(const struct calib_impacts *impacts, const char *path,
                                    FILE *out, struct error *err);

#endif
