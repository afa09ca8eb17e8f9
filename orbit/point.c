/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "orbit/point.h"

const char *orbit_special_word(enum orbit_special special)
{
    static const char *const words[] = {
#define WORD(name, word) word,
        ORBIT_SPECIAL_LIST(WORD)
#undef WORD
    };
    return words[special];
}

const char *orbit_stability_word(enum orbit_stability stability)
{
    static const char *const words[] = {"stable", "marginal", "unstable"};
    return words[stability];
}

enum orbit_stability orbit_stability_of(double excess, double tolerance)
{
    if (excess > tolerance)
        return ORBIT_UNSTABLE;
    return excess < -tolerance ? ORBIT_STABLE : ORBIT_MARGINAL;
}
