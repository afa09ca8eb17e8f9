/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "orbit/drive.h"

#include <math.h>

#include "sim/own.h"

/* frequencies whose ratio is that of two whole numbers up to this have a period in common, */
enum { MOST_CYCLES = 64 };
/* and a ratio is known to this */
static const double same_ratio = 1e-9;

static void add(struct orbit_drive *drive, const struct rig_wave *wave)
{
    if (wave->harmonic)
        drive->frequencies[drive->n++] = &wave->frequency;
    drive->tables |= wave->tabulated;
}

void orbit_drive_read(const struct sim_model *model, size_t n, struct orbit_drive *drive)
{
    const struct rig_description *made = model->table.description;
    *drive = (struct orbit_drive){.there = model->own && model->own->has_clock};
    if (!drive->there)
        return;
    drive->clock = n - 1;
    drive->pace = 2 * n - 1;
    if (!made)
        return;
    add(drive, &made->base_wave);
    for (size_t i = 0; i < made->n_forces; i++)
        add(drive, &made->forces[i].wave);
}

static double along(const struct rig_form *form, double constant, const double *p)
{
    double sum = constant;
    for (size_t i = 0; i < form->n; i++)
        sum += form->terms[i].factor * p[SIM_OWN_PARAMETERS + form->terms[i].index];
    return sum;
}

static bool whole(double x) { return fabs(x - round(x)) <= same_ratio * x; }

/* whether all of the drive repeats after that time */
static bool repeats(const struct orbit_drive *drive, const double *p, double time)
{
    for (size_t i = 0; i < drive->n; i++)
        if (!whole(time * along(drive->frequencies[i], drive->frequencies[i]->constant, p)))
            return false;
    return true;
}

enum error_code orbit_drive_period(const struct orbit_drive *drive, const double *p,
                                   const double *slope, double *period, double *period_slope,
                                   struct error *err)
{
    if (!drive->n || drive->tables)
        return error_set(err, ERROR_INPUT,
                         "what drives the rig is no sine; periodic motions need a drive that "
                         "repeats");
    const struct rig_form *lowest = drive->frequencies[0];
    double least = INFINITY;
    for (size_t i = 0; i < drive->n; i++) {
        const struct rig_form *form = drive->frequencies[i];
        const double frequency = along(form, form->constant, p);
        if (frequency < least) {
            least = frequency;
            lowest = form;
        }
    }
    for (int cycles = 1; cycles <= MOST_CYCLES; cycles++) {
        *period = cycles / least;
        *period_slope = -*period * along(lowest, 0, slope) / least;
        if (repeats(drive, p, *period))
            return ERROR_OK;
    }
    return error_set(err, ERROR_INPUT,
                     "the frequencies of the drive have no period in common within %d cycles of "
                     "the lowest, %.6g Hz",
                     MOST_CYCLES, least);
}
