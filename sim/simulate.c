#include "sim/simulate.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "sim/dop853.h"
#include "sim/residual.h"
#include "sim/search.h"
#include "sim/select.h"
#include "sim/slopes.h"

/* a dip of the gap this close to the surface is told as a graze (m) */
static const double graze_gap = 1e-10;
/* a guard this close to zero where a phase begins counts as zero there */
static const double fresh_value = 1e-12;
/* rounding in a guard */
static const double guard_noise = 4e-15;
/* touching down slower than this is no impact (m/s) */
static const double soft_touch = 1e-10;
/* bounces that would all be over within this time are over (s) */
static const double settle_time = 1e-6;
/* bounces lower than this cannot be told from contact (m); those that keep more
 * than elastic_ratio of their speed do not accumulate, and end at more height */
static const double settle_height = 1e-13, elastic_height = 1e-10, elastic_ratio = 0.99;
/* gap, and velocities, that a contact phase may drift before it is set right */
static const double drift_allowed = 1e-13;
/* a motion that ends sooner than this after an event ends with it (s) */
static const double shortest_rest = 1e-12;
/* events in a row without any progress of time */
enum { MAX_STALLED = 64 };

enum { TOTAL = SIM_MAX_STATES * (1 + SIM_MAX_DIRECTIONS) };

struct run {
    const struct sim_problem *problem;
    const struct sim_sink *sink;
    struct sim_statistics *statistics;
    struct error *err;
    struct sim_dop853 *ode;
    size_t n, width, total; /* coordinates, states, states and slopes */
    enum sim_mode mode;
    double t;
    double y[TOTAL]; /* state, then the slopes, a row for each direction */
    double time_slopes[SIM_MAX_DIRECTIONS];
    struct sim_motion motion; /* of the last right-hand side: the end of a step */
    long next_sample;
    int stalled;
    bool over; /* an event that ends the motion */
};

static const char *const event_words[] = {
#define WORD(name, word) word,
    SIM_EVENT_LIST(WORD)
#undef WORD
};

const char *sim_event_word(enum sim_event_kind kind)
{
    return event_words[kind];
}

const char *sim_mode_word(enum sim_mode mode)
{
    static const char *const words[] = {"flight", "slip+", "slip-", "stick"};
    return words[mode];
}

/* ---- smooth motion */

static bool rhs(void *context, double t, const double *y, double *dy)
{
    struct run *run = context;
    const double *acceleration = run->motion.acceleration;
    sim_motion_at(&run->problem->inputs, run->mode, t, y, &run->motion);
    double sum = 0;
    for (size_t i = 0; i < run->n; i++) {
        dy[i] = y[run->n + i];
        dy[run->n + i] = acceleration[i];
        sum += fabs(acceleration[i]);
    }
    if (!isfinite(sum))
        return false;
    if (run->problem->n_directions)
        sim_slopes_rate(run->problem, run->mode, t, y, y + run->width, dy + run->width);
    return true;
}

static enum error_code give_sample(struct run *run, double t, const double *y)
{
    struct sim_motion motion;
    sim_motion_at(&run->problem->inputs, run->mode, t, y, &motion);
    struct sim_sample sample = {.t = t, .mode = run->mode, .x = y, .motion = &motion};
    if (run->problem->n_directions)
        sample.slopes = y + run->width;
    return run->sink->sample(run->sink->context, &sample, run->err);
}

static double sample_time(const struct run *run, long i)
{
    const struct sim_problem *p = run->problem;
    const long n = p->offsets ? (long)p->n_offsets : 1;
    return p->t_start + p->phase + (double)(i / n) / p->rate +
           (p->offsets ? p->offsets[i % n] : 0);
}

/* the samples of the last step that come before t_stop; the value at an event
 * is the one after it */
static enum error_code give_samples(struct run *run, double t_stop)
{
    if (!run->sink->sample || run->problem->rate <= 0)
        return ERROR_OK;
    double y[TOTAL];
    for (double t; (t = sample_time(run, run->next_sample)) < t_stop; run->next_sample++) {
        sim_dop853_dense(run->ode, t, run->total, y);
        enum error_code code = give_sample(run, t, y);
        if (code)
            return code;
    }
    return ERROR_OK;
}

static enum error_code give_last_sample(struct run *run)
{
    if (!run->sink->sample || run->problem->rate <= 0)
        return ERROR_OK;
    if (sample_time(run, run->next_sample) > run->t + 1e-9 / run->problem->rate)
        return ERROR_OK;
    run->next_sample++;
    return give_sample(run, run->t, run->y);
}

/* take the drift out of a rigid contact */
static bool correct_drift(struct run *run)
{
    const struct sim_inputs *in = &run->problem->inputs;
    if (run->mode == SIM_FLIGHT || (in->law == SIM_COMPLIANT && run->mode != SIM_STICK))
        return true;
    const double t = sim_dop853_time(run->ode);
    memcpy(run->y, sim_dop853_state(run->ode), run->total * sizeof *run->y);
    struct sim_motion m;
    sim_motion_at(in, run->mode, t, run->y, &m);
    double drift = run->mode == SIM_STICK ? fabs(m.slip) : 0;
    if (in->law == SIM_RIGID)
        drift = fmax(drift, fmax(fabs(m.gap), fabs(m.tip_n)));
    if (drift <= drift_allowed)
        return true;
    double x[SIM_MAX_STATES];
    memcpy(x, run->y, run->width * sizeof *x);
    enum sim_reset reset = run->mode == SIM_STICK ? SIM_RESET_STICK : SIM_RESET_CLOSE;
    struct sim_impact unused;
    sim_reset_apply(in, reset, run->problem->impact, t, run->y, &unused);
    if (run->problem->n_directions) {
        double none[SIM_MAX_DIRECTIONS] = {0};
        struct sim_slopes_event event = {.t = t, .before = run->mode, .after = run->mode,
                                         .reset = reset, .x_before = x, .x_after = run->y};
        sim_slopes_jump(run->problem, &event, run->y + run->width, none);
    }
    return sim_dop853_replace(run->ode, run->y);
}

/* ---- looking for events */

struct watch {
    struct run *run;
    size_t n;
    enum sim_guard guards[SIM_GUARDS];
};

static void fill_point(const struct watch *watch, const struct sim_motion *m,
                       struct sim_search_point *point)
{
    for (size_t i = 0; i < watch->n; i++) {
        const enum sim_guard guard = watch->guards[i];
        point->value[i] = m->guard[guard];
        point->rate[i] = NAN;
        if (guard == SIM_GUARD_GAP)
            point->rate[i] = m->tip_n;
        if (guard == SIM_GUARD_SLIP)
            point->rate[i] = sim_mode_slip(watch->run->mode) * m->slip_rate;
    }
}

static void point_at(const struct watch *watch, const double *x,
                     struct sim_search_point *point)
{
    struct sim_motion m;
    sim_motion_at(&watch->run->problem->inputs, watch->run->mode, point->t, x, &m);
    fill_point(watch, &m, point);
}

static void evaluate_dense(void *context, struct sim_search_point *point)
{
    const struct watch *watch = context;
    double x[SIM_MAX_STATES];
    sim_dop853_dense(watch->run->ode, point->t, watch->run->width, x);
    point_at(watch, x, point);
}

static void begin_search(struct watch *watch, struct sim_search *search,
                         struct sim_search_point *from)
{
    struct run *run = watch->run;
    watch->n = sim_motion_guards(&run->problem->inputs, run->mode, watch->guards);
    *search = (struct sim_search){.n = watch->n, .evaluate = evaluate_dense,
                                  .context = watch, .noise = guard_noise};
    from->t = run->t;
    point_at(watch, run->y, from);
    for (size_t i = 0; i < watch->n; i++) {
        search->fresh[i] = from->value[i] <= fresh_value;
        search->graze[i] = watch->guards[i] == SIM_GUARD_GAP ? graze_gap : -1;
    }
}

/* no first step may jump over a small bounce */
static double longest_first_step(const struct run *run)
{
    double longest = run->problem->t_end - run->t;
    if (run->mode == SIM_FLIGHT) {
        struct sim_motion m;
        sim_motion_at(&run->problem->inputs, SIM_FLIGHT, run->t, run->y, &m);
        if (m.tip_n > soft_touch && m.b < 0)
            longest = fmin(longest, 2.2 * m.tip_n / -m.b);
    }
    return longest;
}

static enum error_code phase_failed(struct run *run)
{
    return error_set(run->err, ERROR_NUMERIC,
                     "the %s phase cannot be continued at t = %.12g s: the forces have no "
                     "finite value beyond; everything up to then is kept",
                     sim_mode_word(run->mode), sim_dop853_time(run->ode));
}

struct met {
    enum sim_search_result result; /* NONE: the end of the time */
    enum sim_guard guard;
    bool at_start;
    bool together; /* another guard vanishes at the same time */
};

/* the forces that a phase begins with are checked independently */
static void check_solution(struct run *run)
{
    const struct sim_inputs *in = &run->problem->inputs;
    struct sim_motion motion;
    sim_motion_at(in, run->mode, run->t, run->y, &motion);
    double residual = sim_residual(in, run->mode, run->t, run->y, &motion);
    run->statistics->worst_residual = fmax(run->statistics->worst_residual, residual);
}

/* follow one mode until a guard is met or the time is over */
static enum error_code follow(struct run *run, struct met *met)
{
    struct watch watch = {.run = run};
    struct sim_search search;
    struct sim_search_point from, to;
    *met = (struct met){.result = SIM_SEARCH_NONE};
    check_solution(run);
    begin_search(&watch, &search, &from);
    if (!sim_dop853_start(run->ode, run->t, run->y, longest_first_step(run)))
        return phase_failed(run);
    while (run->t < run->problem->t_end) {
        if (!sim_dop853_step(run->ode, run->problem->t_end))
            return phase_failed(run);
        struct sim_search_found found;
        to.t = sim_dop853_time(run->ode);
        search.time_tolerance = fmax(1e-13, 8 * DBL_EPSILON * fabs(to.t));
        fill_point(&watch, &run->motion, &to); /* the last stage is the end */
        met->result = sim_search_first(&search, &from, &to, &found);
        double stop = met->result ? found.t : to.t;
        enum error_code code = give_samples(run, stop);
        if (code)
            return code;
        run->t = stop;
        if (met->result) {
            sim_dop853_dense(run->ode, stop, run->total, run->y);
            met->guard = watch.guards[found.guard];
            met->at_start = found.at_start;
            for (size_t i = 0; i < watch.n; i++)
                met->together |= i != found.guard && found.together[i];
            return ERROR_OK;
        }
        memcpy(run->y, sim_dop853_state(run->ode), run->total * sizeof *run->y);
        if (!correct_drift(run))
            return phase_failed(run);
        from = to;
    }
    return ERROR_OK;
}

/* ---- events */

static void slopes_are_over(struct run *run, const char *why)
{
    if (!run->problem->n_directions || run->statistics->slopes_why)
        return;
    run->statistics->slopes_end = run->t;
    run->statistics->slopes_why = why;
    for (size_t i = run->width; i < run->total; i++)
        run->y[i] = NAN;
    for (size_t d = 0; d < run->problem->n_directions; d++)
        run->time_slopes[d] = NAN;
}

static enum error_code give_event(struct run *run, enum sim_event_kind kind, double t,
                                  enum sim_mode from, const struct sim_motion *before,
                                  const struct sim_impact *impact)
{
    run->statistics->events++;
    if (!run->sink->event)
        return ERROR_OK;
    struct sim_motion after;
    sim_motion_at(&run->problem->inputs, run->mode, t, run->y, &after);
    struct sim_event event = {
        .t = t, .kind = kind, .from = from, .to = run->mode,
        .slip_before = before->slip, .normal_before = before->tip_n,
        .slip_after = after.slip, .normal_after = after.tip_n, .x = run->y};
    if (impact) {
        event.impulse_t = impact->impulse_t;
        event.impulse_n = impact->impulse_n;
    }
    if (run->problem->n_directions) {
        event.time_slopes = run->time_slopes;
        event.state_slopes = run->y + run->width;
    }
    return run->sink->event(run->sink->context, &event, run->err);
}

/* what leads from one phase to the next */
struct change {
    enum sim_event_kind kind;
    enum sim_reset reset;
    enum sim_mode from;
    bool timed;           /* by guard; else the time is that of the event before */
    enum sim_guard guard;
    double x_before[SIM_MAX_STATES];
    struct sim_motion before;
    struct sim_impact impact;
};

static enum error_code nothing_follows(struct run *run)
{
    return error_set(run->err, ERROR_NUMERIC,
                     "no mode of contact is consistent at t = %.12g s; check that the mass "
                     "matrix is positive definite there", run->t);
}

/* apply the reset to the state; the mode after is chosen by the caller */
static enum error_code begin_change(struct run *run, struct change *change)
{
    const struct sim_inputs *in = &run->problem->inputs;
    memcpy(change->x_before, run->y, run->width * sizeof *run->y);
    change->from = run->mode;
    sim_motion_at(in, run->mode, run->t, run->y, &change->before);
    if (!sim_reset_apply(in, change->reset, run->problem->impact, run->t, run->y,
                         &change->impact))
        return nothing_follows(run);
    return ERROR_OK;
}

static void move_slopes(struct run *run, const struct change *change)
{
    if (!run->problem->n_directions || run->statistics->slopes_why)
        return;
    struct sim_slopes_event event = {
        .t = run->t, .before = change->from, .after = run->mode, .timed = change->timed,
        .guard = change->guard, .reset = change->reset, .x_before = change->x_before,
        .x_after = run->y};
    if (!sim_slopes_jump(run->problem, &event, run->y + run->width, run->time_slopes))
        slopes_are_over(run, "an event whose time has no derivative (a graze)");
}

/* the mode after is set: move the slopes and tell the event. A slider that leaves
 * its line contact is not followed further */
static enum error_code end_change(struct run *run, struct change *change)
{
    move_slopes(run, change);
    run->over |= run->mode == SIM_FLIGHT && run->problem->inputs.model->line_contact;
    bool strikes = change->reset == SIM_RESET_IMPACT || change->reset == SIM_RESET_JAM;
    return give_event(run, change->kind, run->t, change->from, &change->before,
                      strikes ? &change->impact : NULL);
}

static enum error_code strike(struct run *run, struct change change);

/* choose the mode of a closed contact from the state; an inconsistent one
 * strikes once the change has been told */
static enum error_code end_closed(struct run *run, struct change *change)
{
    enum sim_next next =
        sim_select_mode(&run->problem->inputs, run->t, run->y, &run->mode);
    if (next == SIM_NEXT_NOTHING)
        return nothing_follows(run);
    enum error_code code = end_change(run, change);
    if (code || next == SIM_NEXT_MODE)
        return code;
    if (++run->stalled > MAX_STALLED)
        return nothing_follows(run);
    return strike(run, (struct change){.kind = SIM_EVENT_TANGENTIAL_IMPACT,
                                       .reset = SIM_RESET_IMPACT});
}

/* dT of T = 2 v / (-b (1 - r)), r = v / v_before, both at the moving event */
static void settle_slopes(const struct run *run, const struct change *bounce,
                          const double *slopes_before, double normal, double lift,
                          double rest, double *shift)
{
    const double ratio = -normal / bounce->before.tip_n;
    for (size_t d = 0; d < run->problem->n_directions; d++) {
        double dv, db, dv_before, unused;
        sim_slopes_normal(run->problem, run->t, run->y, run->y + run->width,
                          run->time_slopes, d, &dv, &db);
        sim_slopes_normal(run->problem, run->t, bounce->x_before, slopes_before,
                          run->time_slopes, d, &dv_before, &unused);
        double dratio = ratio * (dv / normal - dv_before / bounce->before.tip_n);
        shift[d] = rest * (dv / normal - db / lift);
        if (ratio < elastic_ratio)
            shift[d] += rest * dratio / (1 - ratio);
    }
}

/* follow the mode to t_to without looking for events */
static enum error_code advance(struct run *run, double t_to)
{
    if (!sim_dop853_start(run->ode, run->t, run->y, t_to - run->t))
        return phase_failed(run);
    while (sim_dop853_time(run->ode) < t_to) {
        if (!sim_dop853_step(run->ode, t_to))
            return phase_failed(run);
        enum error_code code = give_samples(run, sim_dop853_time(run->ode));
        if (code)
            return code;
    }
    memcpy(run->y, sim_dop853_state(run->ode), run->total * sizeof *run->y);
    run->t = t_to;
    return ERROR_OK;
}

/* how bounces end: in stick, or in slip that has a force (else just closed) */
static enum sim_reset settling(const struct run *run)
{
    const struct sim_inputs *in = &run->problem->inputs;
    struct sim_motion m;
    if (sim_select_at_rest(in, run->t, run->y))
        return SIM_RESET_STICK;
    sim_motion_at(in, SIM_FLIGHT, run->t, run->y, &m);
    sim_motion_at(in, m.slip > 0 ? SIM_SLIP_PLUS : SIM_SLIP_MINUS, run->t, run->y, &m);
    return m.a > SIM_JAM_SHARE * m.contact.q_nn ? SIM_RESET_SETTLE : SIM_RESET_CLOSE;
}

/* the bounces that are left take `rest`, and act as the contact that follows
 * them does, to first order in that short time */
static enum error_code settle(struct run *run, const struct change *bounce,
                              const double *slopes_before, double normal, double lift,
                              double rest)
{
    struct change change = {.kind = SIM_EVENT_SETTLE, .reset = settling(run)};
    double shift[SIM_MAX_DIRECTIONS] = {0};
    settle_slopes(run, bounce, slopes_before, normal, lift, rest, shift);
    enum error_code code = begin_change(run, &change);
    if (code)
        return code;
    enum sim_next next =
        sim_select_mode(&run->problem->inputs, run->t, run->y, &run->mode);
    if (next != SIM_NEXT_MODE)
        return end_closed(run, &change);
    move_slopes(run, &change);
    code = advance(run, fmin(run->t + rest, run->problem->t_end));
    if (code)
        return code;
    for (size_t d = 0; d < run->problem->n_directions; d++)
        run->time_slopes[d] += shift[d];
    return give_event(run, SIM_EVENT_SETTLE, run->t, SIM_FLIGHT, &change.before, NULL);
}

/* how long the bounces after this one last, or -1 when they are worth following;
 * ratio: normal speed after over before. v, r v, r^2 v ... last 2 v / -b (1 - r). */
static double time_to_settle(const struct sim_motion *m, double ratio)
{
    if (!(m->b < 0))
        return -1;
    const double bounce = 2 * m->tip_n / -m->b, height = bounce * m->tip_n / 4;
    if (!(ratio > 0 && ratio < elastic_ratio))
        return height < elastic_height ? bounce : -1;
    const double rest = bounce / (1 - ratio);
    return rest < settle_time || height < settle_height ? rest : -1;
}

static enum error_code after_bounce(struct run *run, struct change *change)
{
    double slopes_before[TOTAL];
    memcpy(slopes_before, run->y + run->width, (run->total - run->width) * sizeof(double));
    run->mode = SIM_FLIGHT;
    enum error_code code = end_change(run, change);
    if (code || run->over)
        return code;
    struct sim_motion m;
    sim_motion_at(&run->problem->inputs, SIM_FLIGHT, run->t, run->y, &m);
    const double rest = time_to_settle(&m, -m.tip_n / change->before.tip_n);
    if (rest < 0)
        return ERROR_OK;
    return settle(run, change, slopes_before, m.tip_n, m.b, rest);
}

static enum error_code strike(struct run *run, struct change change)
{
    enum error_code code = begin_change(run, &change);
    if (code)
        return code;
    if (change.impact.normal > 0)
        return after_bounce(run, &change);
    return end_closed(run, &change);
}

/* ---- what each guard leads to */

/* nothing holds a slider flat in flight: it comes down on an edge, and a line
 * contact does not tell what follows */
static enum error_code land_on_edge(struct run *run, struct change change)
{
    change.kind = SIM_EVENT_TOUCHDOWN;
    enum error_code code = begin_change(run, &change);
    return code ? code : end_change(run, &change);
}

static enum error_code on_gap(struct run *run, struct change change)
{
    struct sim_motion m;
    sim_motion_at(&run->problem->inputs, SIM_FLIGHT, run->t, run->y, &m);
    if (run->problem->inputs.model->line_contact)
        return land_on_edge(run, change);
    if (run->problem->inputs.law == SIM_RIGID && m.tip_n < -soft_touch) {
        change.kind = SIM_EVENT_IMPACT;
        change.reset = SIM_RESET_IMPACT;
        return strike(run, change);
    }
    change.kind = SIM_EVENT_TOUCHDOWN;
    change.reset =
        run->problem->inputs.law == SIM_RIGID ? SIM_RESET_CLOSE : SIM_RESET_NONE;
    enum error_code code = begin_change(run, &change);
    return code ? code : end_closed(run, &change);
}

/* lift-off */
static enum error_code take_off(struct run *run, struct change change)
{
    change.kind = SIM_EVENT_TAKEOFF;
    change.reset = SIM_RESET_CLOSE;
    enum error_code code = begin_change(run, &change);
    if (code)
        return code;
    run->mode = SIM_FLIGHT;
    return end_change(run, &change);
}

static enum error_code on_slip(struct run *run, struct change change)
{
    const enum sim_mode before = run->mode;
    change.reset = SIM_RESET_STICK;
    enum error_code code = begin_change(run, &change);
    if (code)
        return code;
    if (sim_select_mode(&run->problem->inputs, run->t, run->y, &run->mode) != SIM_NEXT_MODE)
        return nothing_follows(run);
    change.kind = run->mode == SIM_STICK    ? SIM_EVENT_STICK
                  : run->mode == SIM_FLIGHT ? SIM_EVENT_TAKEOFF
                  : run->mode == before     ? SIM_EVENT_SLIP
                                            : SIM_EVENT_REVERSE;
    return end_change(run, &change);
}

static enum error_code on_cone(struct run *run, struct change change)
{
    const int force_sign = change.guard == SIM_GUARD_CONE_PLUS ? 1 : -1;
    change.reset = SIM_RESET_STICK;
    enum error_code code = begin_change(run, &change);
    if (code)
        return code;
    if (sim_select_after_stick(&run->problem->inputs, run->t, run->y, force_sign,
                               &run->mode) != SIM_NEXT_MODE)
        return nothing_follows(run);
    change.kind = run->mode == SIM_FLIGHT ? SIM_EVENT_TAKEOFF : SIM_EVENT_SLIP;
    return end_change(run, &change);
}

/* F_n has grown beyond all bounds: told as a jam, followed by the tangential
 * impact that stops the slip */
static enum error_code on_jam(struct run *run, struct change change)
{
    change.kind = SIM_EVENT_JAM;
    enum error_code code = begin_change(run, &change);
    if (!code)
        code = end_change(run, &change);
    if (code)
        return code;
    return strike(run, (struct change){.kind = SIM_EVENT_TANGENTIAL_IMPACT,
                                       .reset = SIM_RESET_JAM});
}

static enum error_code on_tip(struct run *run, struct change change)
{
    change.kind = SIM_EVENT_TIP_OVER;
    run->over = true;
    enum error_code code = begin_change(run, &change);
    return code ? code : end_change(run, &change);
}

static enum error_code on_graze(struct run *run)
{
    struct change change = {.kind = SIM_EVENT_GRAZE};
    slopes_are_over(run, "a graze: a small change of a parameter makes it an impact");
    enum error_code code = begin_change(run, &change);
    return code ? code : end_change(run, &change);
}

static enum error_code handle(struct run *run, const struct met *met)
{
    static enum error_code (*const handlers[SIM_GUARDS])(struct run *, struct change) = {
        [SIM_GUARD_JAM] = on_jam,        [SIM_GUARD_LIFT] = take_off,
        [SIM_GUARD_CONE_PLUS] = on_cone, [SIM_GUARD_CONE_MINUS] = on_cone,
        [SIM_GUARD_SLIP] = on_slip,      [SIM_GUARD_TIP_LOW] = on_tip,
        [SIM_GUARD_TIP_HIGH] = on_tip,   [SIM_GUARD_GAP] = on_gap,
    };
    if (met->result == SIM_SEARCH_GRAZE)
        return on_graze(run);
    if (met->together)
        slopes_are_over(run, "two events at one time: a small change of a parameter "
                             "would change their order");
    return handlers[met->guard](run, (struct change){.timed = !met->at_start,
                                                     .guard = met->guard});
}

/* ---- the whole */

static enum error_code begin(struct run *run)
{
    const struct sim_inputs *in = &run->problem->inputs;
    struct sim_motion m;
    run->mode = SIM_FLIGHT;
    sim_motion_at(in, SIM_FLIGHT, run->t, run->y, &m);
    if (!isfinite(m.b) || !isfinite(m.gap))
        return error_set(run->err, ERROR_INPUT,
                         "the start has no finite acceleration; check the masses, the "
                         "lengths and the start");
    const bool closed = fabs(m.gap) <= 1e-9;
    if (m.gap < 0 && !closed && in->law == SIM_RIGID)
        return error_set(run->err, ERROR_INPUT,
                         "the start penetrates the surface by %.6g m; raise the mechanism "
                         "or leave out the coordinate that the contact determines",
                         -m.gap);
    struct change change = {.kind = SIM_EVENT_START};
    if (in->law == SIM_COMPLIANT ? m.gap > 0 : !closed || m.tip_n > soft_touch)
        return give_event(run, SIM_EVENT_START, run->t, SIM_FLIGHT, &m, NULL);
    if (in->law == SIM_RIGID && m.tip_n < -soft_touch) {
        enum error_code code = give_event(run, SIM_EVENT_START, run->t, SIM_FLIGHT, &m, NULL);
        return code ? code
                    : strike(run, (struct change){.kind = SIM_EVENT_IMPACT,
                                                  .reset = SIM_RESET_IMPACT});
    }
    change.reset = in->law == SIM_RIGID ? SIM_RESET_CLOSE : SIM_RESET_NONE;
    enum error_code code = begin_change(run, &change);
    if (code)
        return code;
    /* from and to of the start are the mode that it finds itself in */
    enum sim_mode found;
    if (sim_select_mode(in, run->t, run->y, &found) != SIM_NEXT_NOTHING)
        change.from = found;
    return end_closed(run, &change);
}

static enum error_code play(struct run *run)
{
    enum error_code code = begin(run);
    double last_event = -INFINITY;
    while (!code && !run->over && run->problem->t_end - run->t > shortest_rest) {
        struct met met;
        code = follow(run, &met);
        if (code || met.result == SIM_SEARCH_NONE)
            break;
        run->stalled = run->t > last_event ? 0 : run->stalled + 1;
        last_event = run->t;
        if (run->stalled > MAX_STALLED)
            return error_set(run->err, ERROR_NUMERIC,
                             "the contact switches without end at t = %.12g s; everything "
                             "up to then is kept", run->t);
        code = handle(run, &met);
    }
    if (code)
        return code;
    if (!run->over) { /* the end is given; else it is the time of the event that ended it */
        run->t = run->problem->t_end;
        for (size_t d = 0; d < run->problem->n_directions; d++)
            run->time_slopes[d] = 0;
    }
    code = give_last_sample(run);
    if (code)
        return code;
    struct sim_motion m;
    sim_motion_at(&run->problem->inputs, run->mode, run->t, run->y, &m);
    return give_event(run, SIM_EVENT_END, run->t, run->mode, &m, NULL);
}

enum error_code sim_simulate(const struct sim_problem *problem, const struct sim_sink *sink,
                             struct sim_statistics *statistics, struct error *err)
{
    struct run *run = calloc(1, sizeof *run);
    if (!run)
        return error_memory(err);
    *statistics = (struct sim_statistics){.slopes_end = INFINITY};
    *run = (struct run){.problem = problem, .sink = sink, .statistics = statistics,
                        .err = err, .n = problem->inputs.n, .width = 2 * problem->inputs.n,
                        .t = problem->t_start};
    run->total = run->width * (1 + problem->n_directions);
    memcpy(run->y, problem->x, run->width * sizeof *run->y);
    for (size_t d = 0; d < problem->n_directions; d++)
        memcpy(run->y + run->width * (1 + d), problem->directions[d].x,
               run->width * sizeof *run->y);
    enum error_code code =
        sim_dop853_create(run->total, run->width, rhs, run, problem->rtol,
                          1e-3 * problem->rtol, &run->ode, err);
    if (!code)
        code = play(run);
    if (run->ode) {
        statistics->evaluations = sim_dop853_evaluations(run->ode);
        statistics->steps = sim_dop853_steps(run->ode);
    }
    sim_dop853_free(run->ode);
    free(run);
    return code;
}
