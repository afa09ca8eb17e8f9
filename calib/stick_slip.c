/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "calib/stick_slip.h"

#include <math.h>
#include <stdlib.h>

#include <gsl/gsl_errno.h>
#include <gsl/gsl_filter.h>
#include <gsl/gsl_min.h>
#include <gsl/gsl_statistics_double.h>

#include "calib/line.h"
#include "calib/slip_speed.h"
#include "lib/base/shown.h"
#include "lib/base/uncertain.h"

static const char *const roles[] = {"force", NULL};
static const char *const units[] = {"N", NULL};

enum { LEAST = 5, PHASES = CALIB_STICK_SLIP_PHASES };
static const double share = 0.1;  /* of a slip: what is shorter is noise */
static const double surely = 2;   /* standard uncertainties of a difference that is taken for one */
static const double holds = 0.15; /* of period and drop: Coulomb's friction describes the cycle */

/* ---- the closed form */

static double frequency(const struct calib_puller *puller)
{
    return sqrt(puller->stiffness.value / puller->mass.value);
}

/* k V / (m g), 1/s */
static double loading(const struct calib_puller *puller)
{
    return puller->stiffness.value * fabs(puller->speed.value) /
           (puller->mass.value * puller->gravity.value);
}

struct calib_stick_slip_cycle calib_stick_slip_predict(const struct calib_puller *puller,
                                                       double sliding, double strength)
{
    const double w = frequency(puller), rate = loading(puller), excess = strength - sliding;
    const double lag = atan2(rate / w, excess);
    return (struct calib_stick_slip_cycle){.period = 2 * excess / rate + (M_PI + 2 * lag) / w,
                                           .drop = 2 * hypot(excess, rate / w)};
}

/* f - mu_d at a phase of a cycle that begins in the middle of one drop and ends in that of the
 * next, for slips of these mu_s - mu_d */
static double wave(const struct calib_puller *puller, const double excess[2], double phase)
{
    const double w = frequency(puller), rate = loading(puller);
    double top[2], moves[2]; /* from the middle to where it sticks, from where it slips on */
    for (int i = 0; i < 2; i++) {
        top[i] = hypot(excess[i], rate / w);
        moves[i] = (M_PI / 2 + atan2(rate / w, excess[i])) / w;
    }
    const double period = moves[0] + (excess[0] + excess[1]) / rate + moves[1];
    const double t = phase * period, left = period - t;
    if (t < moves[0])
        return -top[0] * sin(w * t);
    return left < moves[1] ? top[1] * sin(w * left) : -excess[0] + rate * (t - moves[0]);
}

/* ---- slips */

static enum error_code smooth_force(struct calib_stick_slip *found, struct error *err)
{
    const double slip = M_PI / frequency(&found->puller);
    const size_t half = (size_t)(0.5 * share * slip / found->period);
    gsl_filter_median_workspace *work = gsl_filter_median_alloc(2 * half + 1);
    found->smooth = malloc(found->n * sizeof *found->smooth);
    if (!work || !found->smooth) {
        if (work)
            gsl_filter_median_free(work);
        return error_memory(err);
    }
    gsl_vector_const_view in = gsl_vector_const_view_array(found->force, found->n);
    gsl_vector_view out = gsl_vector_view_array(found->smooth, found->n);
    gsl_filter_median(GSL_FILTER_END_PADVALUE, &in.vector, &out.vector, work);
    gsl_filter_median_free(work);
    double sum = 0;
    for (size_t i = 0; i < found->n; i++)
        sum += pow(found->force[i] - found->smooth[i], 2);
    found->noise = sqrt(sum / (double)found->n);
    return ERROR_OK;
}

/* the drop that noise of this size reaches about once in the record */
static double least_drop(const struct calib_stick_slip *found)
{
    return found->noise * sqrt(2) * sqrt(2 * log((double)found->n));
}

/* Peaks and troughs in turn: a peak is one once the force has fallen by `drop` below it, a trough
 * once it has risen as much above it. A slip without an end is none. */
static void find_turns(struct calib_stick_slip *found, double drop)
{
    const double *f = found->smooth;
    size_t peak = 0, trough = 0;
    bool falling = false;
    found->n_slips = 0;
    for (size_t i = 0; i < found->n; i++) {
        if (!falling) {
            peak = f[i] > f[peak] ? i : peak;
            if (f[i] < f[peak] - drop) {
                falling = true;
                trough = i;
            }
        } else {
            trough = f[i] < f[trough] ? i : trough;
            if (f[i] > f[trough] + drop) {
                found->slips[found->n_slips++] = (struct calib_slip){.peak = peak,
                                                                     .trough = trough};
                falling = false;
                peak = i;
            }
        }
    }
}

/* the time in samples where the force falls through a level on its way from peak to trough */
static double crossing(const struct calib_stick_slip *found, const struct calib_slip *slip,
                       double level)
{
    size_t i = slip->trough;
    while (i > slip->peak + 1 && found->smooth[i - 1] <= level)
        i--;
    const double above = found->smooth[i - 1], below = found->smooth[i];
    return (double)i - 1 + (above > below ? (above - level) / (above - below) : 0);
}

/* Between the quarters of a drop, R/2 to -R/2, a cosine needs pi / (3 w). */
static void measure_slip(const struct calib_stick_slip *found, struct calib_slip *slip)
{
    slip->top = found->smooth[slip->peak];
    slip->bottom = found->smooth[slip->trough];
    slip->sliding = 0.5 * (slip->top + slip->bottom);
    const double half = 0.5 * (slip->top - slip->bottom);
    slip->strength = slip->sliding + sqrt(fmax(0, half * half - pow(found->inertia, 2)));
    slip->at = crossing(found, slip, slip->sliding) * found->period;
    const double quarters = crossing(found, slip, slip->sliding - 0.5 * half) -
                            crossing(found, slip, slip->sliding + 0.5 * half);
    slip->quickness = quarters > 0 ? M_PI / (3 * quarters * found->period) : NAN;
}

static enum error_code find_slips(struct calib_stick_slip *found, struct error *err)
{
    const double drop = least_drop(found);
    found->slips = calloc(found->n / 2 + 1, sizeof *found->slips);
    if (!found->slips)
        return error_memory(err);
    find_turns(found, drop);
    for (size_t i = 0; i < found->n_slips; i++)
        measure_slip(found, &found->slips[i]);
    if (found->n_slips < LEAST)
        return error_set(err, ERROR_NUMERIC,
                         "%s: %zu slips of more than %.2g of the weight, which its noise reaches; "
                         "%d are needed: does it slide steadily, or is the record too short?",
                         found->path, found->n_slips, drop, LEAST);
    return ERROR_OK;
}

/* ---- what they tell */

/* Mean of a number of each slip. Neighbours are alike, as a process that remembers the last value
 * makes them (autoregressive of first order): n of them are worth n (1 - r) / (1 + r). */
static struct calib_given mean_of(const double *values, size_t n)
{
    const double mean = gsl_stats_mean(values, 1, n);
    const double r = n > 2 ? fmax(0, gsl_stats_lag1_autocorrelation(values, 1, n)) : 0;
    return (struct calib_given){mean,
                                gsl_stats_sd(values, 1, n) * sqrt((1 + r) / (1 - r) / (double)n)};
}

/* the slopes of the middle three fifths between slips; a median, since a slip too small to be seen
 * bends the line */
static struct calib_given find_loading(const struct calib_stick_slip *found, double *values)
{
    size_t n = 0;
    for (size_t i = 0; i + 1 < found->n_slips; i++) {
        const size_t from = found->slips[i].trough, to = found->slips[i + 1].peak;
        const size_t length = to > from ? 3 * (to - from) / 5 : 0;
        struct calib_straight line;
        struct error ignored;
        if (length >= 10 && !calib_straight_fit(found->force + from + (to - from) / 5, length,
                                                found->period, &line, &ignored))
            values[n++] = line.slope;
    }
    if (n < LEAST)
        return (struct calib_given){NAN, NAN};
    const double spread = gsl_stats_sd(values, 1, n);
    return (struct calib_given){gsl_stats_median(values, 1, n),
                                sqrt(M_PI / 2) * spread / sqrt((double)n)};
}

/* how mu_s varies from slip to slip */
static void find_scatter(struct calib_stick_slip *found, double *values)
{
    const size_t n = found->n_slips;
    for (size_t i = 0; i < n; i++)
        values[i] = found->slips[i].strength;
    const double sd = gsl_stats_sd(values, 1, n), r = gsl_stats_lag1_autocorrelation(values, 1, n);
    /* squares of such a process remember r^2 */
    const double worth = ((double)n - 1) * (1 - r * r) / (1 + r * r);
    found->strength_scatter = (struct calib_given){sd, sd / sqrt(2 * worth)};
    found->memory = (struct calib_given){r, sqrt((1 - r * r) / (double)n)};
}

/* ---- numbers of a slip, and from it to the next */

static double sliding_of(const struct calib_slip *slip) { return slip->sliding; }
static double drop_of(const struct calib_slip *slip) { return slip->top - slip->bottom; }
static double quickness_of(const struct calib_slip *slip) { return slip->quickness; }
static double cycle_of(const struct calib_slip *slip) { return slip[1].at - slip->at; }
static double hold_of(const struct calib_slip *slip)
{
    return (double)(slip[1].peak - slip->trough);
}

/* of the first n slips; those that have no such number do not count */
static struct calib_given mean_of_slips(const struct calib_slip *slips, size_t n,
                                        double (*number)(const struct calib_slip *), double *values)
{
    size_t used = 0;
    for (size_t i = 0; i < n; i++) {
        values[used] = number(&slips[i]);
        if (!isnan(values[used]))
            used++;
    }
    return used ? mean_of(values, used) : (struct calib_given){NAN, NAN};
}

static enum error_code find_statistics(struct calib_stick_slip *found, struct error *err)
{
    double *values = malloc(found->n_slips * sizeof *values);
    if (!values)
        return error_memory(err);
    find_scatter(found, values);
    found->loading = find_loading(found, values);
    const struct calib_slip *slips = found->slips;
    const size_t n = found->n_slips;
    found->sliding = mean_of_slips(slips, n, sliding_of, values);
    found->drop = mean_of_slips(slips, n, drop_of, values);
    found->quickness = mean_of_slips(slips, n, quickness_of, values);
    found->cycle = mean_of_slips(slips, n - 1, cycle_of, values);
    found->hold = mean_of_slips(slips, n - 1, hold_of, values);
    found->hold.value *= found->period;
    free(values);
    if (!(found->drop.value > 2 * found->inertia))
        return error_set(err, ERROR_NUMERIC,
                         "%s: inertia alone makes drops of %.3g of the weight at this speed, as "
                         "large as those recorded: static friction cannot be told; pull slower",
                         found->path, 2 * found->inertia);
    return ERROR_OK;
}

/* how far period and drop are from those of Coulomb's friction with this mu_s - mu_d */
static double distance(double excess, void *context)
{
    const struct calib_stick_slip *found = context;
    const struct calib_stick_slip_cycle cycle = calib_stick_slip_predict(&found->puller, 0, excess);
    return pow((cycle.period - found->cycle.value) / found->cycle.uncertainty, 2) +
           pow((cycle.drop - found->drop.value) / found->drop.uncertainty, 2);
}

/* by how many of their uncertainties period and drop change with mu_s - mu_d */
static void slopes_by(const struct calib_stick_slip *found, double excess, double step,
                      double slopes[2])
{
    const struct calib_stick_slip_cycle up = calib_stick_slip_predict(&found->puller, 0,
                                                                      excess + step),
                                        down = calib_stick_slip_predict(&found->puller, 0,
                                                                        excess - step);
    slopes[0] = (up.period - down.period) / (2 * step * found->cycle.uncertainty);
    slopes[1] = (up.drop - down.drop) / (2 * step * found->drop.uncertainty);
}

/* mu_s - mu_d by least squares of the two numbers that it has to explain, period and drop. These
 * scatter together, since a strong slip has a long period and a large drop: two of them do not tell
 * more than one. Where they disagree, the uncertainty grows with their distance (Birge 1932). */
static void find_strength(struct calib_stick_slip *found)
{
    const double size = found->drop.value / 2, step = 1e-3 * size;
    gsl_function function = {distance, found};
    gsl_min_fminimizer *work = gsl_min_fminimizer_alloc(gsl_min_fminimizer_brent);
    double excess = sqrt(size * size - found->inertia * found->inertia);
    if (work && gsl_min_fminimizer_set(work, &function, excess, 0, 4 * size) == GSL_SUCCESS) {
        for (int i = 0; i < 50; i++)
            gsl_min_fminimizer_iterate(work);
        excess = gsl_min_fminimizer_x_minimum(work);
    }
    if (work)
        gsl_min_fminimizer_free(work);
    double slopes[2];
    slopes_by(found, excess, step, slopes);
    const double u = (fabs(slopes[0]) + fabs(slopes[1])) /
                     (slopes[0] * slopes[0] + slopes[1] * slopes[1]) *
                     fmax(1, sqrt(distance(excess, found)));
    found->strength = (struct calib_given){found->sliding.value + excess,
                                           hypot(found->sliding.uncertainty, u)};
}

/* the force at a phase between the middles of two drops, over a straight line between these */
static double course(const struct calib_stick_slip *found, const struct calib_slip *slip,
                     double phase)
{
    const double there = (slip->at + phase * (slip[1].at - slip->at)) / found->period;
    const size_t before = (size_t)fmin(there, (double)found->n - 2);
    const double past = there - (double)before;
    const double middle = (1 - phase) * slip->sliding + phase * slip[1].sliding;
    return (1 - past) * found->smooth[before] + past * found->smooth[before + 1] - middle;
}

/* The mean of all cycles over their phase, and that of Coulomb's friction with the strength of
 * each slip: the mean of unlike cycles is not the cycle of the mean. */
static void find_waves(struct calib_stick_slip *found)
{
    const double n = (double)(found->n_slips - 1);
    double sum = 0;
    for (size_t k = 0; k < PHASES; k++) {
        const double phase = (double)k / (PHASES - 1);
        found->measured[k] = found->predicted[k] = 0;
        for (size_t i = 0; i + 1 < found->n_slips; i++) {
            const struct calib_slip *slip = &found->slips[i];
            const double excess[2] = {slip->strength - slip->sliding,
                                      slip[1].strength - slip[1].sliding};
            found->measured[k] += course(found, slip, phase) / n;
            found->predicted[k] += wave(&found->puller, excess, phase) / n;
        }
        sum += pow(found->measured[k] - found->predicted[k], 2);
    }
    found->misfit = sqrt(sum / PHASES) / found->drop.value;
}

/* ---- what is said of it */

static void add_results(const struct calib_stick_slip *found, struct calib_output *output)
{
    const double degrees = (double)found->n_slips - 1;
    const struct {
        const char *name, *unit;
        struct calib_given what;
    } results[] = {{"friction", "1", found->sliding},
                   {"static_friction", "1", found->strength},
                   {"static_friction_scatter", "1", found->strength_scatter},
                   {"static_friction_memory", "1", found->memory},
                   {"loading_slope", "1/s", found->loading},
                   {"slip_frequency", "rad/s", found->quickness},
                   {"cycle_period", "s", found->cycle},
                   {"cycle_drop", "1", found->drop}};
    calib_output_method(output, "stick-slip: %zu slips, middles and halves of their drops",
                        found->n_slips);
    for (size_t i = 0; i < sizeof results / sizeof *results; i++)
        calib_output_add(output, results[i].name, results[i].what.value,
                         results[i].what.uncertainty, degrees, results[i].unit);
}

static bool differs(struct calib_given measured, double expected)
{
    return fabs(measured.value - expected) > surely * measured.uncertainty;
}

static void add_remarks(const struct calib_stick_slip *found, struct calib_output *output)
{
    const double w = frequency(&found->puller);
    const bool faster = found->loading.value > found->expected_loading;
    char shown[UNCERTAIN_SIZE];
    uncertain_text(found->loading.value / found->expected_loading,
                   found->loading.uncertainty / found->expected_loading, shown);
    if (differs(found->loading, found->expected_loading))
        calib_output_remark(output,
                            "while it sticks the force rises by %s of k V/(m g): the spring is "
                            "%s, the pull %s, or the slider %s than given",
                            shown, faster ? "stiffer" : "softer", faster ? "faster" : "slower",
                            faster ? "lighter" : "heavier");
    uncertain_text(found->quickness.value / w, found->quickness.uncertainty / w, shown);
    if (differs(found->quickness, w))
        calib_output_remark(output,
                            "slips run at %s of sqrt(k/m): Coulomb's friction with these k and m "
                            "does not explain their course",
                            shown);
    if (found->strength_scatter.value > surely * found->strength.uncertainty)
        calib_output_remark(output,
                            "static friction scatters by %.2g from slip to slip: one value gives "
                            "the mean cycle, not the course of this record",
                            found->strength_scatter.value);
    calib_output_remark(output,
                        "ageing of static friction cannot be told from one run: at a steady pull "
                        "the time of contact follows from the strength; compare speeds (--score)");
}

/* ---- the whole */

static enum error_code take_puller(const struct measure_channels *input,
                                   const struct calib_puller *given, struct calib_puller *puller,
                                   struct error *err)
{
    const struct {
        const char *name, *option;
        const struct calib_given *given;
        struct calib_given *target;
    } wanted[] = {{"mass", "--mass", &given->mass, &puller->mass},
                  {"stiffness", "--stiffness", &given->stiffness, &puller->stiffness},
                  {"belt_speed", "--pull", &given->speed, &puller->speed},
                  {"gravity", "--gravity", &given->gravity, &puller->gravity}};
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
        *wanted[i].target = calib_input_parameter(input, wanted[i].name, wanted[i].given->value,
                                                  wanted[i].given->uncertainty);
        if (!(fabs(wanted[i].target->value) > 0))
            return error_set(err, ERROR_INPUT, "%s: %s is not known; give %s", input->run->dir,
                             wanted[i].name, wanted[i].option);
    }
    return ERROR_OK;
}

/* over the weight, and pointing up where the pull goes down */
static enum error_code copy_force(const struct measure_channel *channel,
                                  struct calib_stick_slip *found, struct error *err)
{
    const double weight = found->puller.mass.value * found->puller.gravity.value;
    found->force = malloc(found->n * sizeof *found->force);
    if (!found->force)
        return error_memory(err);
    const double mean = gsl_stats_mean(channel->values, 1, found->n);
    for (size_t i = 0; i < found->n; i++)
        found->force[i] = copysign(1, mean) * channel->values[i] / weight;
    return ERROR_OK;
}

static enum error_code find(const struct measure_channels *input, const char *role,
                            const struct calib_puller *given, struct calib_stick_slip *found,
                            struct error *err)
{
    const struct measure_channel *channel = NULL;
    *found = (struct calib_stick_slip){
        .path = input->run->dir, .time = input->time, .period = input->period, .n = input->n};
    enum error_code code = calib_input_channel(input, role, roles, units, &channel, err);
    if (!code)
        code = take_puller(input, given, &found->puller, err);
    if (!code && M_PI / frequency(&found->puller) < 10 * found->period)
        code = error_set(err, ERROR_INPUT,
                         "%s: a slip lasts %.3g s by k and m, less than ten samples; record faster",
                         found->path, M_PI / frequency(&found->puller));
    if (!code)
        code = copy_force(channel, found, err);
    if (!code) {
        found->expected_loading = loading(&found->puller);
        found->inertia = found->expected_loading / frequency(&found->puller);
        code = smooth_force(found, err);
    }
    if (!code)
        code = find_slips(found, err);
    if (!code)
        code = find_statistics(found, err);
    if (!code) {
        find_strength(found);
        find_waves(found);
        code = calib_slip_speed_find(found, err);
    }
    if (code)
        calib_stick_slip_free(found);
    return code;
}

enum error_code calib_stick_slip_find(const struct measure_channels *input, const char *channel,
                                      const struct calib_puller *given,
                                      struct calib_stick_slip *found, struct calib_output *output,
                                      struct error *err)
{
    enum error_code code = find(input, channel, given, found, err);
    if (!code) {
        add_results(found, output);
        calib_friction_speed_tell(&found->by_speed, output);
        add_remarks(found, output);
    }
    return code;
}

void calib_stick_slip_free(struct calib_stick_slip *found)
{
    free(found->force);
    free(found->smooth);
    free(found->slips);
    found->force = found->smooth = NULL;
    found->slips = NULL;
}

/* a cycle as it was predicted, and as it is in a run */
static bool print_cycle(const struct calib_stick_slip_cycle *predicted,
                        const struct calib_stick_slip *there, FILE *out)
{
    const double period = predicted->period / there->cycle.value - 1;
    const double drop = predicted->drop / there->drop.value - 1;
    fprintf(out, "  period  predicted %.4g s, measured %.4g(%.1g) s: %+.1f %%\n", predicted->period,
            there->cycle.value, there->cycle.uncertainty, 100 * period);
    fprintf(out, "  drop    predicted %.4g, measured %.4g(%.1g) of the weight: %+.1f %%\n",
            predicted->drop, there->drop.value, there->drop.uncertainty, 100 * drop);
    return fabs(period) < holds && fabs(drop) < holds;
}

void calib_stick_slip_print(const struct calib_stick_slip *found, FILE *out)
{
    const struct calib_stick_slip_cycle cycle = calib_stick_slip_predict(
        &found->puller, found->sliding.value, found->strength.value);
    fprintf(out, "\nthe mean cycle of %zu slips, by Coulomb's friction with one mu_s:\n",
            found->n_slips);
    print_cycle(&cycle, found, out);
    fprintf(out, "  course  differs by %.2g %% of the drop (rms over the mean of all cycles)\n",
            100 * found->misfit);
    calib_friction_speed_print(&found->by_speed, found->sliding.value, out);
}

/* mu_s over the logarithm of the time of contact, from two speeds */
static void print_ageing(const struct calib_stick_slip *a, const struct calib_stick_slip *b,
                         FILE *out)
{
    const double decades = log(b->hold.value / a->hold.value);
    const double difference = b->strength.value - a->strength.value;
    const double u = hypot(a->strength.uncertainty, b->strength.uncertainty) / fabs(decades);
    fprintf(out, "  ageing  mu_s changes by %.2g(%.1g) for e times the time of contact: %s\n",
            difference / decades, u,
            fabs(difference / decades) > surely * u ? "told apart from none"
                                                    : "cannot be told from none");
}

enum error_code calib_stick_slip_score(const struct calib_stick_slip *found, const char *run,
                                       const char *channel, FILE *out, struct error *err)
{
    const struct calib_given unknown = {NAN, NAN};
    const struct calib_puller own = {unknown, unknown, unknown, unknown};
    struct measure_channels input;
    struct calib_stick_slip there;
    enum error_code code = measure_channels_read(run, NAN, NAN, &input, err);
    if (code)
        return code;
    code = find(&input, channel, &own, &there, err);
    if (!code) {
        const struct calib_stick_slip_cycle cycle = calib_stick_slip_predict(
            &there.puller, found->sliding.value, found->strength.value);
        shown_printf(out, "\nscore of %s: %zu slips\n", there.path, there.n_slips);
        const bool well = print_cycle(&cycle, &there, out);
        print_ageing(found, &there, out);
        if (!well)
            shown_printf(out, "  Coulomb's friction of %s does not describe this run%s\n",
                         found->path,
                         there.inertia > 0.5 * there.drop.value / 2
                             ? ": inertia makes much of its drops, it is pulled too fast"
                             : "");
        calib_stick_slip_free(&there);
    }
    measure_channels_free(&input);
    return code;
}

/* ---- the figure */

static const struct figure_style strengths = {.colour = "#c03030", .shape = FIGURE_UP, .size = 2.5};
static const struct figure_style slidings = {.colour = "#3050a0", .shape = FIGURE_DISC, .size = 2};

static void draw_slips(const struct calib_stick_slip *found, struct figure *figure)
{
    struct arena *arena = &figure->arena;
    double *at = arena_doubles(arena, found->n_slips);
    double *top = arena_doubles(arena, found->n_slips), *low = arena_doubles(arena, found->n_slips);
    struct figure_panel *panel = figure_panel_add(figure, 300, "time (s)", "force over weight");
    if (arena->failed)
        return;
    for (size_t i = 0; i < found->n_slips; i++) {
        at[i] = found->time + found->slips[i].at;
        top[i] = found->slips[i].strength;
        low[i] = found->slips[i].sliding;
    }
    figure_series_add(arena, panel,
                      calib_output_samples("measured", &calib_measured, found->time, found->period,
                                           found->force, found->n));
    figure_series_add(arena, panel,
                      (struct figure_series){.name = "static friction of each slip",
                                             .style = &strengths,
                                             .mark = FIGURE_POINTS,
                                             .x = at,
                                             .y = top,
                                             .n = found->n_slips});
    figure_series_add(arena, panel,
                      (struct figure_series){.name = "sliding friction of each slip",
                                             .style = &slidings,
                                             .mark = FIGURE_POINTS,
                                             .x = at,
                                             .y = low,
                                             .n = found->n_slips});
}

void calib_stick_slip_draw(const struct calib_stick_slip *found, struct figure *figure)
{
    draw_slips(found, figure);
    struct figure_panel *panel = figure_panel_add(figure, 240, "phase of the mean cycle",
                                                  "the same, less sliding friction");
    if (!panel)
        return;
    figure_series_add(&figure->arena, panel,
                      calib_output_samples("measured, mean of all cycles", &calib_measured, 0,
                                           1.0 / (PHASES - 1), found->measured, PHASES));
    figure_series_add(&figure->arena, panel,
                      calib_output_samples("Coulomb's friction", &calib_fitted, 0,
                                           1.0 / (PHASES - 1), found->predicted, PHASES));
    calib_slip_speed_draw(found, figure);
}
