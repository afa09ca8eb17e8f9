/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Robust loss as a change of the residual: least squares of loss(r) is the
 * robust fit, with an exact derivative. */
#ifndef FIT_LOSS_H
#define FIT_LOSS_H

/* X(name, word) */
#define FIT_LOSS_LIST(X)                              \
    X(NONE, "none")                                   \
    X(HUBER, "huber")   /* linear beyond the width */ \
    X(CAUCHY, "cauchy") /* logarithmic beyond it */

enum fit_loss_kind {
#define FIT_LOSS_ENUM(name, word) FIT_LOSS_##name,
    FIT_LOSS_LIST(FIT_LOSS_ENUM)
#undef FIT_LOSS_ENUM
};

struct fit_loss {
    enum fit_loss_kind kind;
    double width; /* in units of the noise */
};

/* sign(r) sqrt(rho(r)), where rho is r^2 near zero; *slope is its derivative */
double fit_loss(const struct fit_loss *loss, double r, double *slope);

#endif
