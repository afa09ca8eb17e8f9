/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE
#include "config.h"

#include "lib/figure/font.h"

#include <fcntl.h>
#include <ftw.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <fontconfig/fontconfig.h>
#include <pango/pangofc-fontmap.h>

#include "lib/base/memory.h"

/* in order of preference; all have Greek, subscripts and combining dots */
static const struct family {
    const char *name, *regular, *bold;
} families[] = {
    {"DejaVu Sans", "DejaVuSans.ttf", "DejaVuSans-Bold.ttf"},
    {"Noto Sans", "NotoSans-Regular.ttf", "NotoSans-Bold.ttf"},
    {"FreeSans", "FreeSans.otf", "FreeSansBold.otf"},
    {"FreeSans", "FreeSans.ttf", "FreeSansBold.ttf"},
    {"Liberation Sans", "LiberationSans-Regular.ttf", "LiberationSans-Bold.ttf"},
};
enum { FAMILIES = sizeof families / sizeof *families };

/* found once, then never changed: nftw has no room for an argument */
static struct {
    pthread_once_t once;
    char *path[FAMILIES][2];
    const struct family *family; /* NULL: none is there */
    bool read;
} installed = {.once = PTHREAD_ONCE_INIT};

static int visit(const char *path, const struct stat *status, int kind, struct FTW *at)
{
    (void)status;
    for (size_t i = 0; kind == FTW_F && i < FAMILIES; i++)
        for (int bold = 0; bold < 2; bold++)
            if (strcmp(path + at->base, bold ? families[i].bold : families[i].regular) == 0 &&
                !installed.path[i][bold])
                installed.path[i][bold] = strdup(path);
    return installed.path[0][0] && installed.path[0][1]; /* the best: no need to go on */
}

static void search(void)
{
    enum { OPEN_DIRECTORIES = 16 };
    const char *given = getenv("XDG_DATA_DIRS");
    char *list = strdup(given && *given ? given : "/usr/local/share:/usr/share"), *rest = NULL;
    for (char *dir = list ? strtok_r(list, ":", &rest) : NULL; dir;
         dir = strtok_r(NULL, ":", &rest)) {
        char path[4096];
        snprintf(path, sizeof path, "%s/fonts", dir);
        if (nftw(path, visit, OPEN_DIRECTORIES, 0) > 0)
            break;
    }
    free(list);
}

/* the configuration of fontconfig: these two files and nothing else. It is made the current
 * one before pango would have fontconfig read the system's and write caches. */
static void configure(void)
{
    search();
    FcConfig *config = FcConfigCreate();
    for (size_t i = 0; i < FAMILIES && !installed.family; i++)
        if (installed.path[i][0] && installed.path[i][1])
            installed.family = &families[i];
    /* one that cannot be read is not made up for by another: figures would differ */
    installed.read = config && installed.family;
    for (int bold = 0; installed.read && bold < 2; bold++)
        installed.read = FcConfigAppFontAddFile(
            config, (const FcChar8 *)installed.path[installed.family - families][bold]);
    installed.read = installed.read && FcConfigSetCurrent(config);
    if (config)
        FcConfigDestroy(config); /* the current one is kept by fontconfig */
    for (size_t i = 0; i < FAMILIES; i++)
        for (int bold = 0; bold < 2 && &families[i] != installed.family; bold++) {
            free(installed.path[i][bold]);
            installed.path[i][bold] = NULL;
        }
}

bool figure_font_readable(void)
{
    bool readable = true;
    for (int bold = 0; installed.family && bold < 2; bold++) {
        const int fd = open(installed.path[installed.family - families][bold],
                            O_RDONLY | O_CLOEXEC);
        readable &= fd >= 0 && close(fd) == 0;
    }
    return readable;
}

struct figure_font {
    PangoFontMap *map;
    PangoContext *context;
};

enum error_code figure_font_open(struct figure_font **font, struct error *err)
{
    *font = NULL;
    pthread_once(&installed.once, configure);
    if (!installed.family)
        return error_set(err, ERROR_UNSUPPORTED,
                         "no font for figures is installed: DejaVu Sans is looked for below the "
                         "fonts/ of XDG_DATA_DIRS (Debian package fonts-dejavu-core)");
    if (!installed.read)
        return error_set(err, ERROR_IO, "the files of the font %s cannot be read",
                         installed.family->name);
    struct figure_font *new = calloc(1, sizeof *new);
    if (!new)
        return error_memory(err);
    new->map = pango_cairo_font_map_new();
    pango_cairo_font_map_set_resolution(PANGO_CAIRO_FONT_MAP(new->map), 72);
    new->context = pango_font_map_create_context(new->map);
    /* metrics as in print, of no pixels */
    cairo_font_options_t *options = cairo_font_options_create();
    cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE);
    cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
    cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY);
    pango_cairo_context_set_font_options(new->context, options);
    cairo_font_options_destroy(options);
    pango_context_set_round_glyph_positions(new->context, FALSE);
    pango_context_set_language(new->context, pango_language_from_string("en"));
    *font = new;
    return ERROR_OK;
}

void figure_font_close(struct figure_font *font)
{
    if (!font)
        return;
    g_object_unref(font->context);
    g_object_unref(font->map);
    free(font);
}

/* where a font cannot be loaded, pango draws boxes and warns: for cairo it is a lack of memory */
static void note_what_is_lost(PangoLayout *layout)
{
    PangoLayoutIter *at = pango_layout_get_iter(layout);
    do {
        PangoLayoutRun *run = pango_layout_iter_get_run_readonly(at);
        if (!run)
            continue; /* the end of a line */
        PangoFont *font = run->item->analysis.font;
        cairo_scaled_font_t *scaled = font
                                          ? pango_cairo_font_get_scaled_font(PANGO_CAIRO_FONT(font))
                                          : NULL;
        if (!scaled || cairo_scaled_font_status(scaled) != CAIRO_STATUS_SUCCESS)
            memory_note();
    } while (pango_layout_iter_next_run(at));
    pango_layout_iter_free(at);
}

PangoLayout *figure_font_layout(const struct figure_font *font, const char *text, double size,
                                bool bold)
{
    PangoLayout *layout = pango_layout_new(font->context);
    PangoFontDescription *description = pango_font_description_new();
    pango_font_description_set_family(description, installed.family->name);
    pango_font_description_set_absolute_size(description, size * PANGO_SCALE);
    pango_font_description_set_weight(description, bold ? PANGO_WEIGHT_BOLD : PANGO_WEIGHT_NORMAL);
    pango_layout_set_font_description(layout, description);
    pango_font_description_free(description);
    char *valid = g_utf8_make_valid(text, -1);
    for (char *c = valid; *c; c++)
        if ((unsigned char)*c < ' ' || *c == 127)
            *c = ' ';
    pango_layout_set_text(layout, valid, -1);
    g_free(valid);
    note_what_is_lost(layout);
    return layout;
}

double figure_font_width(const struct figure_font *font, const char *text, bool bold)
{
    PangoLayout *layout = figure_font_layout(font, text, FIGURE_FONT_SIZE, bold);
    int width, height;
    pango_layout_get_size(layout, &width, &height);
    g_object_unref(layout);
    return (double)width / PANGO_SCALE;
}

/* ---- builds with sanitizers */

/* a thread of pango's holds patterns of fontconfig until after the leak check; the runtime looks
 * for these by name, so that they must be seen */
#if defined __has_feature
#if __has_feature(address_sanitizer)
#define WITH_SANITIZERS
#endif
#endif
#if defined __SANITIZE_ADDRESS__ || defined WITH_SANITIZERS
__attribute__((visibility("default"))) const char *__lsan_default_suppressions(void);
const char *__lsan_default_suppressions(void) { return "leak:libfontconfig.so\n"; }
__attribute__((visibility("default"))) const char *__lsan_default_options(void);
const char *__lsan_default_options(void) { return "print_suppressions=0"; }
#endif
