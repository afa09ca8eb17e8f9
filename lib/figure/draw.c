/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "lib/figure/draw.h"

#include <math.h>
#include <string.h>

enum { PAGE_LEFT = 70, PAGE_RIGHT = 12, PAGE_TOP = 10, PAGE_BOTTOM = 40 }; /* as in page.js */

/* between parts of a figure on its own */
enum { EDGE = 8, GAP = 6, LABEL_GAP = 10, TICK = 4, LINE_HEIGHT = 17, SAMPLE = 22, BETWEEN = 16 };
static const double rise = 4; /* from the middle of a line to its base line */

/* ---- ticks that do not meet */

static double widest(const struct figure_font *font, const struct figure_ticks *ticks)
{
    double most = 0;
    for (size_t i = 0; i < ticks->n; i++)
        most = fmax(most, figure_font_width(font, ticks->text[i], false));
    return most;
}

/* the least distance between neighbours, as a share of the axis */
static double least_distance(const struct figure_axis *axis, const struct figure_ticks *ticks)
{
    const struct figure_panel panel = {.axes = {*axis}};
    const struct figure_frame unit = {.panel = &panel, .width = 1};
    double least = 1;
    for (size_t i = 1; i < ticks->n; i++)
        least = fmin(least,
                     figure_frame_x(&unit, ticks->at[i]) - figure_frame_x(&unit, ticks->at[i - 1]));
    return least;
}

static struct figure_ticks fitting_x(const struct figure_axis *axis, double length,
                                     const struct figure_font *font)
{
    struct figure_ticks ticks = {0};
    for (int wanted = 10; wanted > 0; wanted--) {
        ticks = figure_ticks_make(axis, wanted, true);
        if (least_distance(axis, &ticks) * length >= widest(font, &ticks) + 1.2 * FIGURE_FONT_SIZE)
            break;
    }
    return ticks;
}

/* one number alone tells no scale: two or more may stand closer */
static struct figure_ticks fitting_y(const struct figure_axis *axis, double length)
{
    static const double lines = 1.4, closer = 1.1;
    struct figure_ticks ticks = {0}, close = {0};
    for (int wanted = (int)fmax(3, length / 40); wanted > 0; wanted--) {
        ticks = figure_ticks_make(axis, wanted, true);
        const double distance = least_distance(axis, &ticks) * length / FIGURE_FONT_SIZE;
        if (distance >= lines)
            break;
        if (distance >= closer && close.n < 2)
            close = ticks;
    }
    return ticks.n < 2 && close.n >= 2 ? close : ticks;
}

static struct figure_ticks row_ticks(const struct figure_panel *panel)
{
    struct figure_ticks ticks = {.n = panel->n_rows};
    for (size_t i = 0; i < panel->n_rows; i++) {
        ticks.at[i] = (double)i;
        strncpy(ticks.text[i], panel->rows[i], FIGURE_TICK_SIZE - 1);
    }
    return ticks;
}

/* ---- the legend */

static bool has_entry(const struct figure_series *series) { return series->name && *series->name; }

/* the same name stands once, for the first that has it */
static bool is_new(const struct figure_panel *panel, size_t k)
{
    for (size_t i = 0; i < k; i++)
        if (has_entry(&panel->series[i]) &&
            strcmp(panel->series[i].name, panel->series[k].name) == 0)
            return false;
    return true;
}

static const char *entry_text(const struct figure_entry *entry)
{
    return entry->series ? entry->series->name : entry->note->text;
}

static void list_entries(const struct figure_panel *panel, struct arena *arena,
                         struct figure_placed *placed)
{
    placed->entries = arena_array(arena, panel->n_series + panel->n_notes, sizeof *placed->entries);
    if (!placed->entries)
        return;
    for (size_t k = 0; k < panel->n_series; k++)
        if (has_entry(&panel->series[k]) && is_new(panel, k))
            placed->entries[placed->n_entries++].series = &panel->series[k];
    for (size_t k = 0; k < panel->n_notes; k++)
        placed->entries[placed->n_entries++].note = &panel->notes[k];
}

/* in rows above the frame, from its left edge; returns their height */
static double place_above(struct figure_placed *placed, double left, double right, double top,
                          const struct figure_font *font)
{
    double x = left, y = top + 0.5 * LINE_HEIGHT;
    for (size_t i = 0; i < placed->n_entries; i++) {
        struct figure_entry *entry = &placed->entries[i];
        const double width = SAMPLE + GAP + figure_font_width(font, entry_text(entry), false);
        if (x > left && x + width > right) {
            x = left;
            y += LINE_HEIGHT;
        }
        entry->x = x;
        entry->y = y;
        x += width + BETWEEN;
    }
    return placed->n_entries ? y + 0.5 * LINE_HEIGHT + 2 - top : 0;
}

/* in a column; returns its width */
static double place_beside(struct figure_placed *placed, double left, double top,
                           const struct figure_font *font)
{
    double most = 0;
    for (size_t i = 0; i < placed->n_entries; i++) {
        struct figure_entry *entry = &placed->entries[i];
        const double width = figure_font_width(font, entry_text(entry), false);
        entry->x = left;
        entry->y = top + ((double)i + 0.5) * LINE_HEIGHT;
        most = fmax(most, width);
    }
    return placed->n_entries ? SAMPLE + GAP + most : 0;
}

/* ---- the layout */

/* A label that is longer than its axis is told without its first words: the last one before the
 * unit is what it names, "velocity (m/s)" of "tangential velocity (m/s)". */
static const char *fitting_label(const char *label, double length, const struct figure_font *font)
{
    const char *unit = strstr(label, " (");
    for (const char *space; figure_font_width(font, label, false) > length; label = space + 1) {
        space = strchr(label, ' ');
        if (!space || (unit && space >= unit))
            break;
        if (strncmp(space + 1, "of ", 3) == 0)
            space += 3;
    }
    return label;
}

static double label_height(const char *label) { return *label ? LINE_HEIGHT : 0; }

/* everything of a panel but where it begins: the ticks decide how wide the left margin is */
static double prepare(const struct figure_panel *panel, bool last, double width,
                      const struct figure_font *font, struct arena *arena,
                      struct figure_placed *placed)
{
    struct figure_frame *frame = &placed->frame;
    const char *label = last && panel->axes[0].label ? panel->axes[0].label : "";
    const double below = (last ? TICK + LINE_HEIGHT + label_height(label) : 2);
    frame->panel = panel;
    frame->height = panel->height - below;
    placed->ticks[1] = panel->n_rows ? row_ticks(panel) : fitting_y(&panel->axes[1], frame->height);
    placed->ticks[0] = fitting_x(&panel->axes[0], 0.8 * width, font);
    placed->labels[0] = figure_ticks_label(arena, label, placed->ticks[0].exponent);
    placed->labels[1] = fitting_label(
        figure_ticks_label(arena, panel->axes[1].label ? panel->axes[1].label : "",
                           placed->ticks[1].exponent),
        frame->height + LINE_HEIGHT, font);
    list_entries(panel, arena, placed);
    return EDGE + label_height(placed->labels[1]) + widest(font, &placed->ticks[1]) + LABEL_GAP +
           TICK;
}

static void place(const struct figure *figure, const struct figure_font *font, double left,
                  struct figure_layout *layout)
{
    double label = left;
    for (size_t i = 0; i < figure->n_panels; i++)
        label = fmin(label,
                     left - TICK - GAP - widest(font, &layout->panels[i].ticks[1]) - LABEL_GAP);
    double y = EDGE + (figure->title && *figure->title ? LINE_HEIGHT + GAP : 0), legends = 0;
    const double right = figure->width - EDGE - BETWEEN;
    for (size_t i = 0; i < figure->n_panels; i++) {
        struct figure_placed *placed = &layout->panels[i];
        if (figure->beside)
            legends = fmax(legends, place_beside(placed, right + BETWEEN, y, font));
        else
            y += place_above(placed, left, right, y, font);
        placed->frame.x = left;
        placed->frame.width = right - left;
        placed->frame.y = y;
        placed->y_label = label;
        y += figure->panels[i].height + (i + 1 < figure->n_panels ? GAP : 0);
        if (figure->beside)
            y = fmax(y, placed->frame.y + (double)placed->n_entries * LINE_HEIGHT);
    }
    layout->width = figure->width + (legends > 0 ? legends + EDGE : 0);
    layout->height = y + EDGE;
}

enum error_code figure_layout_make(const struct figure *figure, const struct figure_font *font,
                                   struct figure_layout *layout, struct error *err)
{
    *layout = (struct figure_layout){0};
    layout->panels = arena_array(&layout->arena, figure->n_panels, sizeof *layout->panels);
    if (!layout->panels)
        return error_memory(err);
    double left = figure->left;
    for (size_t i = 0; i < figure->n_panels; i++)
        left = fmax(left, prepare(&figure->panels[i], !figure->linked || i + 1 == figure->n_panels,
                                  figure->width, font, &layout->arena, &layout->panels[i]));
    if (layout->arena.failed)
        return error_memory(err);
    place(figure, font, left, layout);
    return ERROR_OK;
}

void figure_layout_free(struct figure_layout *layout) { arena_free(&layout->arena); }

/* ---- drawing */

static const struct figure_ink grid_ink = {.role = "grid", .stroke = "#e2e2e2", .width = 0.7};
static const struct figure_ink frame_ink = {.role = "frame", .stroke = "#666666", .width = 0.8};

static void stroke(struct figure_canvas *canvas, double x, double y, double to_x, double to_y)
{
    canvas->move(canvas, x, y);
    canvas->line(canvas, to_x, to_y);
}

/* all lines of a kind as one path: pages have many */
static void draw_grid(const struct figure_frame *f, int axis, const struct figure_ticks *ticks,
                      struct figure_canvas *canvas)
{
    for (size_t i = 0; i < ticks->n; i++) {
        const double x = figure_frame_x(f, ticks->at[i]), y = figure_frame_y(f, ticks->at[i]);
        if (axis == 0)
            stroke(canvas, x, f->y, x, f->y + f->height);
        else
            stroke(canvas, f->x, y, f->x + f->width, y);
    }
    if (ticks->n)
        canvas->paint(canvas, &grid_ink);
}

static void draw_tick_marks(const struct figure_frame *f, int axis,
                            const struct figure_ticks *ticks, double tick,
                            struct figure_canvas *canvas)
{
    const double bottom = f->y + f->height;
    for (size_t i = 0; i < ticks->n; i++) {
        const double x = figure_frame_x(f, ticks->at[i]), y = figure_frame_y(f, ticks->at[i]);
        if (axis == 0)
            stroke(canvas, x, bottom, x, bottom + tick);
        else
            stroke(canvas, f->x - tick, y, f->x, y);
    }
    if (ticks->n)
        canvas->paint(canvas, &frame_ink);
}

static void draw_ticks(const struct figure_frame *f, int axis, const struct figure_ticks *ticks,
                       double tick, bool texts, struct figure_canvas *canvas)
{
    if (axis == 0 || f->panel->n_rows == 0)
        draw_grid(f, axis, ticks, canvas);
    if (tick > 0)
        draw_tick_marks(f, axis, ticks, tick, canvas);
    for (size_t i = 0; texts && i < ticks->n; i++) {
        struct figure_text text = {.role = "tick", .text = ticks->text[i]};
        if (axis == 0) {
            text.x = figure_frame_x(f, ticks->at[i]);
            text.y = f->y + f->height + tick + 11 + rise;
            text.anchor = FIGURE_MIDDLE;
        } else {
            text.x = f->x - tick - GAP;
            text.y = figure_frame_y(f, ticks->at[i]) + rise;
            text.anchor = FIGURE_RIGHT;
        }
        canvas->text(canvas, &text);
    }
}

static void draw_frame(const struct figure_frame *f, struct figure_canvas *canvas)
{
    canvas->move(canvas, f->x, f->y);
    canvas->line(canvas, f->x + f->width, f->y);
    canvas->line(canvas, f->x + f->width, f->y + f->height);
    canvas->line(canvas, f->x, f->y + f->height);
    canvas->close(canvas);
    canvas->paint(canvas, &frame_ink);
}

static void draw_series(const struct figure_frame *f, struct figure_canvas *canvas)
{
    canvas->clip(canvas, f->x, f->y, f->width, f->height);
    for (size_t i = 0; i < f->panel->n_series; i++)
        figure_marks_draw(f, &f->panel->series[i], canvas);
    canvas->unclip(canvas);
}

static void draw_labels(const struct figure_frame *f, const char *const labels[2], double below,
                        double x, struct figure_canvas *canvas)
{
    struct figure_text text = {f->x + 0.5 * f->width, f->y + f->height + below, FIGURE_MIDDLE,
                               .role = "label", .text = labels[0]};
    if (*labels[0])
        canvas->text(canvas, &text);
    text.x = x;
    text.y = f->y + 0.5 * f->height;
    text.upright = true;
    text.text = labels[1];
    if (*labels[1])
        canvas->text(canvas, &text);
}

static void draw_entry(const struct figure_entry *entry, struct figure_canvas *canvas)
{
    const double y = entry->y;
    if (entry->series)
        figure_marks_sample(entry->series, entry->x, y, canvas);
    else
        canvas->text(canvas, &(struct figure_text){.x = entry->x + 0.5 * SAMPLE,
                                                   .y = y + rise,
                                                   .anchor = FIGURE_MIDDLE,
                                                   .bold = true,
                                                   .role = "legend",
                                                   .text = entry->note->letter});
    canvas->text(canvas, &(struct figure_text){.x = entry->x + SAMPLE + GAP,
                                               .y = y + rise,
                                               .role = "legend",
                                               .text = entry_text(entry)});
}

static void draw_note(const struct figure_frame *f, const struct figure_note *note,
                      struct figure_canvas *canvas)
{
    static const struct figure_ink ink = {.role = "dot", .fill = "#222222"};
    const double x = figure_frame_x(f, note->x), y = figure_frame_y(f, note->y);
    /* on the side where there is room */
    const bool left = x > f->x + f->width - 2 * FIGURE_FONT_SIZE;
    const bool under = y < f->y + 1.5 * FIGURE_FONT_SIZE;
    canvas->circle(canvas, x, y, 2.5);
    canvas->paint(canvas, &ink);
    canvas->text(canvas, &(struct figure_text){.x = left ? x - 5 : x + 5,
                                               .y = under ? y + 14 : y - 5,
                                               .anchor = left ? FIGURE_RIGHT : FIGURE_LEFT,
                                               .bold = true,
                                               .role = "note",
                                               .text = note->letter});
}

static void draw_panel(const struct figure_placed *placed, struct figure_canvas *canvas, bool texts)
{
    const struct figure_frame *f = &placed->frame;
    draw_ticks(f, 0, &placed->ticks[0], TICK, texts, canvas);
    draw_ticks(f, 1, &placed->ticks[1], TICK, true, canvas);
    draw_series(f, canvas);
    draw_frame(f, canvas);
    for (size_t i = 0; i < f->panel->n_notes; i++)
        draw_note(f, &f->panel->notes[i], canvas);
    draw_labels(f, placed->labels, TICK + 2 * LINE_HEIGHT, placed->y_label, canvas);
    for (size_t i = 0; i < placed->n_entries; i++)
        draw_entry(&placed->entries[i], canvas);
}

void figure_draw(const struct figure *figure, const struct figure_layout *layout,
                 struct figure_canvas *canvas)
{
    if (figure->title && *figure->title)
        canvas->text(canvas, &(struct figure_text){.x = layout->panels[0].frame.x,
                                                   .y = EDGE + 12,
                                                   .bold = true,
                                                   .role = "title",
                                                   .text = figure->title});
    for (size_t i = 0; i < figure->n_panels; i++)
        draw_panel(&layout->panels[i], canvas, !figure->linked || i + 1 == figure->n_panels);
}

void figure_draw_in_page(const struct figure_panel *panel, struct figure_canvas *canvas)
{
    const struct figure_frame f = {.panel = panel,
                                   .x = PAGE_LEFT,
                                   .y = PAGE_TOP,
                                   .width = FIGURE_WIDTH - PAGE_LEFT - PAGE_RIGHT,
                                   .height = panel->height - PAGE_TOP - PAGE_BOTTOM};
    const struct figure_ticks x = figure_ticks_make(&panel->axes[0], 8, false);
    const struct figure_ticks y = panel->n_rows
                                      ? row_ticks(panel)
                                      : figure_ticks_make(&panel->axes[1],
                                                          (int)fmax(3, f.height / 40), false);
    const char *const labels[2] = {panel->axes[0].label, panel->n_rows ? "" : panel->axes[1].label};
    draw_ticks(&f, 0, &x, 0, true, canvas);
    draw_ticks(&f, 1, &y, 0, true, canvas);
    draw_labels(&f, labels, 33, 14, canvas);
    draw_series(&f, canvas);
    draw_frame(&f, canvas);
}
