/* SPDX-License-Identifier: GPL-3.0-or-later */
/* skitter-daq monitor: live traces in the terminal, and runs at a key. */
#include "config.h"

#include <limits.h>
#include <math.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#include "daq/campaign.h"
#include "daq/commands.h"
#include "daq/reader.h"
#include "daq/screen.h"
#include "daq/stop.h"
#include "daq/talk.h"
#include "sim/registry.h"

enum { POLL_MS = 50, REDRAW = 2 /* polls */ };
static const char *const keys[] = {
    "q quit   space pause   a arm   r record   s stop",
    "+ - height   0 own scale   < > time   f spectrum   t trigger level", NULL};

struct settings {
    const char *source, *output, *trigger, *note;
    double duration, pre, buffer;
    struct option_list set;
};

static const struct settings defaults = {.duration = NAN, .pre = 0.2}; /* no length is given */

static const struct option_row options[] = {
    OPTION_TEXT("source", 's', "SOURCE", struct settings, source,
                "where the samples come from, as for record"),
    OPTION_OUTPUT("DIR", struct settings, output,
                  "runs go to DIR/001 and so on, or what numbers are next; without it nothing can "
                  "be recorded"),
    OPTION_TEXT("trigger", 't', "CONDITION", struct settings, trigger,
                "what a arms, as for record"),
    OPTION_QUANTITY("pre", 'p', "TIME", struct settings, pre, "s",
                    "what to keep from before the trigger (default 0.2 s)"),
    OPTION_QUANTITY("duration", 'd', "TIME", struct settings, duration, "s",
                    "length of a run (default: until s is pressed)"),
    OPTION_TEXT("note", 0, "TEXT", struct settings, note, "a note to keep with the runs"),
    OPTION_LIST("set", 0, "NAME=VALUE", struct settings, set,
                "set a parameter or start value of the rig; may be given again"),
    OPTION_QUANTITY("buffer", 0, "TIME", struct settings, buffer, "s",
                    "what screen and disk may be late (default 30 s, up to 512 MiB)"),
};

struct monitor {
    const struct settings *settings;
    struct daq_source *source;
    struct daq_ring *ring;
    struct daq_reader *reader;
    struct daq_recorder *recorder; /* NULL: only looking */
    struct daq_trace *trace;
    struct daq_recent *recent;
    struct daq_trigger trigger;                 /* what --trigger says, for its level */
    struct daq_health health[RUN_CHANNELS_MAX]; /* since the last picture */
    struct daq_view view;
    uint64_t shown; /* frames of the ring that the traces have */
    json_t *rig;
    int runs, runs_with_gaps;
    char dir[PATH_MAX], state[PATH_MAX + 64];
    bool quit;
};

/* ---- recording */

static void say(struct monitor *m, const char *what, const char *name)
{
    snprintf(m->state, sizeof m->state, "%s%s", what, name);
    m->view.trouble = false;
}

/* a key that could not do what it is for */
static void complain(struct monitor *m, const char *what, const char *why)
{
    say(m, what, why);
    m->view.trouble = true;
}

static enum error_code finish_run(struct monitor *m, const char *why, struct error *err)
{
    if (!m->recorder)
        return ERROR_OK;
    enum error_code code = daq_recorder_finish(m->recorder, why,
                                               why && m->recorder->plan.frames > 0, err);
    m->runs += m->recorder->phase != DAQ_ARMED;
    m->runs_with_gaps += m->recorder->gaps > 0;
    say(m, m->recorder->phase == DAQ_ARMED ? "not armed any more" : "recorded ",
        m->recorder->phase == DAQ_ARMED ? "" : m->dir);
    daq_recorder_free(m->recorder);
    m->recorder = NULL;
    return code;
}

static void begin_run(struct monitor *m, bool armed)
{
    const struct settings *settings = m->settings;
    const double rate = 1 / run_period(&m->source->info);
    struct error err;
    if (m->recorder)
        return;
    const char *nothing = armed ? "nothing is armed: " : "nothing is recorded: ";
    if (!settings->output || (armed && !settings->trigger)) {
        complain(m, nothing,
                 settings->output ? "the monitor was started without --trigger"
                                  : "the monitor was started without --output, where runs go");
        return;
    }
    if (daq_campaign_next(settings->output, m->dir, &err)) {
        complain(m, nothing, err.message);
        return;
    }
    const struct daq_plan plan = {.dir = m->dir,
                                  .source = m->source,
                                  .note = settings->note,
                                  .rig = m->rig,
                                  .trigger = armed ? settings->trigger : NULL,
                                  .pre = armed ? llround(settings->pre * rate) : 0,
                                  .frames = daq_session_frames(settings->duration, rate)};
    if (daq_recorder_arm(&plan, &m->recorder, &err)) {
        complain(m, nothing, err.message);
        return;
    }
    daq_recorder_begin(m->recorder);
    say(m, armed ? "armed: " : "recording ", armed ? settings->trigger : m->dir);
}

/* ---- frames */

static void show_frames(struct monitor *m)
{
    const int32_t *samples;
    size_t found;
    const uint64_t consumed = daq_ring_consumed(m->ring);
    if (m->shown < consumed) /* the recorder was faster, behind a loss */
        m->shown = consumed;
    while ((found = daq_ring_peek(m->ring, (size_t)(m->shown - consumed), &samples)) > 0) {
        if (!m->view.paused) {
            daq_trace_add(m->trace, samples, found);
            daq_recent_add(m->recent, samples, found);
        }
        daq_health_add(m->health, &m->source->info, samples, found);
        m->shown += found;
    }
}

static void count_loss(struct monitor *m, int64_t frames)
{
    m->view.lost = frames == RUN_UNKNOWN || m->view.lost == RUN_UNKNOWN ? RUN_UNKNOWN
                                                                        : m->view.lost + frames;
}

static enum error_code take_frames(struct monitor *m, struct error *err)
{
    struct daq_loss loss;
    show_frames(m);
    if (m->recorder) {
        const int64_t before = m->recorder->lost;
        enum error_code code = daq_recorder_step(m->recorder, m->ring, err);
        if (m->recorder->lost != before)
            count_loss(m,
                       m->recorder->lost == RUN_UNKNOWN ? RUN_UNKNOWN : m->recorder->lost - before);
        if (m->recorder->phase == DAQ_RECORDING)
            say(m, "recording ", m->dir);
        if (code || m->recorder->phase == DAQ_FULL) {
            struct error late;
            enum error_code closed = finish_run(m, code ? err->message : NULL, &late);
            if (!code && closed)
                *err = late;
            return code ? code : closed;
        }
        return ERROR_OK;
    }
    daq_ring_consume(m->ring, (size_t)(m->shown - daq_ring_consumed(m->ring)));
    while (daq_ring_take_mark(m->ring, &loss))
        count_loss(m, loss.frames);
    return ERROR_OK;
}

/* ---- screen and keys */

static void measure_terminal(struct monitor *m)
{
    struct winsize size = {0};
    ioctl(STDOUT_FILENO, TIOCGWINSZ, &size);
    const size_t width = size.ws_col ? size.ws_col : 80, height = size.ws_row ? size.ws_row : 24;
    if (width != m->view.width) {
        m->view.width = width;
        daq_trace_scale(m->trace, daq_screen_per_dot(&m->view, &m->source->info));
    }
    m->view.height = height;
}

static void change_window(struct monitor *m, double factor)
{
    m->view.window = fmin(fmax(m->view.window * factor, 0.01), 600);
    daq_trace_scale(m->trace, daq_screen_per_dot(&m->view, &m->source->info));
}

static void toggle_level(struct monitor *m)
{
    if (m->settings->trigger)
        m->view.trigger = m->view.trigger ? NULL : &m->trigger;
    else
        complain(m, "no level to show: ", "the monitor was started without --trigger");
}

static enum error_code press(struct monitor *m, char key, struct error *err)
{
    switch (key) {
    case 'q':
        m->quit = true;
        break;
    case ' ':
        m->view.paused = !m->view.paused;
        break;
    case '+':
        m->view.zoom = m->view.zoom > 0 ? 2 * m->view.zoom : 1;
        break;
    case '-':
        m->view.zoom = 0.5 * m->view.zoom;
        break;
    case '0':
        m->view.zoom = 0;
        break;
    case '<':
        change_window(m, 0.5);
        break;
    case '>':
        change_window(m, 2);
        break;
    case 'f':
        m->view.spectrum = !m->view.spectrum;
        break;
    case 't':
        toggle_level(m);
        break;
    case 'a':
    case 'r':
        begin_run(m, key == 'a');
        break;
    case 's':
        return finish_run(m, "stopped by a key", err);
    default:
        break;
    }
    return ERROR_OK;
}

static enum error_code take_keys(struct monitor *m, struct error *err)
{
    struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN};
    char key;
    enum error_code code = ERROR_OK;
    int wait = POLL_MS;
    while (!code && poll(&input, 1, wait) > 0 && (input.revents & POLLIN)) {
        if (read(STDIN_FILENO, &key, 1) != 1)
            break;
        code = press(m, key, err);
        wait = 0;
    }
    return code;
}

static enum error_code draw(const struct monitor *m, struct error *err)
{
    const struct daq_seen seen = {
        .info = &m->source->info, .trace = m->trace, .recent = m->recent, .health = m->health};
    return daq_screen_draw(&m->view, &seen, stdout, err);
}

static enum error_code watch(struct monitor *m, const sigset_t *signals, struct error *err)
{
    enum error_code code = ERROR_OK;
    for (int round = 0; !code && !m->quit; round++) {
        const bool done = daq_reader_done(m->reader);
        code = take_frames(m, err);
        if (!code && round % REDRAW == 0) {
            measure_terminal(m);
            code = draw(m, err);
            memset(m->health, 0, sizeof m->health);
        }
        if (!code && done) {
            const char *why;
            code = daq_reader_result(m->reader, &why, err);
            m->quit = true;
        }
        if (!code)
            code = take_keys(m, err);
        if (!code && daq_stop_wait(signals, 0))
            m->quit = true;
    }
    struct error late;
    enum error_code closed = finish_run(m, code ? err->message : "the monitor was left", &late);
    if (!code && closed)
        *err = late;
    return code ? code : closed;
}

/* keys one by one, on a screen of our own that goes away again */
static enum error_code on_terminal(struct monitor *m, const sigset_t *signals, struct error *err)
{
    struct termios before, raw;
    tcgetattr(STDIN_FILENO, &before);
    raw = before;
    raw.c_lflag &= ~(tcflag_t)(ICANON | ECHO);
    tcsetattr(STDIN_FILENO, TCSANOW, &raw);
    fputs("\033[?1049h\033[?25l", stdout);
    enum error_code code = watch(m, signals, err);
    fputs("\033[?25h\033[?1049l", stdout);
    fflush(stdout);
    tcsetattr(STDIN_FILENO, TCSANOW, &before);
    return code;
}

static enum error_code open_monitor(struct monitor *m, struct error *err)
{
    const struct settings *settings = m->settings;
    const struct run_info *info = &m->source->info;
    const double rate = 1 / run_period(info);
    enum error_code code = ERROR_OK;
    if (settings->trigger)
        code = daq_trigger_parse(settings->trigger, info, &m->trigger, err);
    if (!code)
        code = daq_trace_create(info, &m->trace, err);
    if (!code)
        code = daq_recent_create(info, &m->recent, err);
    if (!code)
        code = daq_session_ring(m->source, settings->buffer, llround(settings->pre * rate),
                                &m->ring, err);
    if (!code)
        code = daq_reader_start(m->source, m->ring, &m->reader, err);
    return code;
}

static enum error_code monitor_source(const struct settings *settings, const struct rig *rig,
                                      struct daq_source *source, struct error *err)
{
    sigset_t signals;
    daq_stop_block(&signals);
    struct monitor *m = calloc(1, sizeof *m);
    if (!m)
        return error_memory(err);
    m->settings = settings;
    m->source = source;
    m->rig = rig_to_json(rig);
    m->view = (struct daq_view){.window = 2, .state = m->state, .keys = keys};
    say(m, source->device, "");
    enum error_code code = open_monitor(m, err);
    if (!code)
        code = on_terminal(m, &signals, err);
    if (!code && m->runs_with_gaps > 0)
        code = error_set(err, ERROR_GAPS, "%d of %d runs have gaps; their run.json say where",
                         m->runs_with_gaps, m->runs);
    daq_reader_free(m->reader);
    daq_ring_free(m->ring);
    daq_recent_free(m->recent);
    daq_trace_free(m->trace);
    json_decref(m->rig);
    free(m);
    return code;
}

static enum error_code monitor(const void *given, const struct option_list *arguments,
                               struct error *err)
{
    const struct settings *settings = given;
    struct rig *rig = NULL;
    struct daq_source *source = NULL;
    if (!settings->source)
        return error_set(err, ERROR_USAGE, "--source is missing; skitter-daq list shows them");
    enum error_code code = daq_session_check_times(settings->duration, settings->pre,
                                                   settings->buffer, err);
    if (code)
        return code;
    if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO))
        return error_set(err, ERROR_USAGE, "the monitor needs a terminal; use record instead");
    code = rig_load(arguments->items[0], settings->set.items, settings->set.n, sim_registry, &rig,
                    err);
    if (!code)
        code = daq_source_open(settings->source, (struct daq_request){.rig = rig}, &source, err);
    if (!code)
        code = monitor_source(settings, rig, source, err);
    daq_source_close(source);
    rig_free(rig);
    return code;
}

static const char *const synopsis[] = {"[OPTION]... --source SOURCE RIG", NULL};
static const struct option_argument monitor_arguments[] = {
    {"RIG", "the rig file with the channels and the rate, see skitter-rig(5)"}, {NULL, NULL}};

const struct program daq_monitor_program = {
    .name = "skitter-daq monitor",
    .summary = "show live traces in the terminal, record at a key",
    .synopsis = synopsis,
    .arguments = monitor_arguments,
    .min_arguments = 1,
    .max_arguments = 1,
    OPTION_ROWS(options),
    .defaults = &defaults,
    .settings_size = sizeof(struct settings),
    .run = monitor,
};
