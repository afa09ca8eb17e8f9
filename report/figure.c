/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "report/figure.h"

const struct figure_style *report_look(enum report_look look)
{
    static const struct figure_style styles[] = {
#define STYLE(name, class, light, ...) {.word = class, .colour = light, __VA_ARGS__},
        REPORT_LOOK_LIST(STYLE)
#undef STYLE
    };
    return &styles[look];
}

struct figure report_figure_alone(const struct report_figure *figure, const char *title)
{
    return (struct figure){.title = title,
                           .width = FIGURE_WIDTH,
                           .left = 80,
                           .panels = (struct figure_panel *)(size_t)&figure->panel,
                           .n_panels = 1};
}
