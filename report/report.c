/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "report/report.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lib/rig/planned.h"
#include "lib/run/run.h"
#include "lib/base/sha256.h"
#include "lib/base/stream.h"
#include "lib/base/text.h"
#include "lib/figure/file.h"
#include "report/budget.h"
#include "report/campaign_page.h"
#include "report/files.h"
#include "report/html.h"
#include "report/pdf.h"
#include "report/run_page.h"
#include "report/small.h"
#include "report/thin.h"
#include "sim/registry.h"

struct making {
    const struct report_job *job;
    struct rig *rig;
    char rig_sha256[SHA256_TEXT_SIZE];
    struct report_fitted *fitted;
    struct error fit_trouble;
    json_t *plan;        /* NULL: none */
    struct run **opened; /* those that could be; each is closed when it is compared */
    struct report_run **runs;
    size_t n_runs;
    size_t curve_points; /* that a curve of the HTML page may have */
    struct report_thinned thinned;
    FILE *html;                /* the runs' part, without a name: the first page is made last */
    struct report_pages pages; /* and of the PDF */
    struct error *err;
};

/* ---- the parts: made in parallel, put together in order */

struct part {
    char *html;
    size_t html_size;
    struct report_pages pages;
    struct report_thinned thinned;
    enum error_code code;
    struct error err;
};

static enum error_code draw_html(const struct report_document *document, char **text, size_t *size,
                                 struct error *err)
{
    FILE *out = text_open(text, size);
    if (!out)
        return error_memory(err);
    enum error_code code = report_html_document(document, out, err);
    const enum error_code ended = text_end(out, text, err);
    return code ? code : ended;
}

/* draw the page of a run in every form that is wanted */
static enum error_code draw_run(const struct making *m, size_t index, struct part *part)
{
    struct report_document document = {0};
    struct error *err = &part->err;
    enum error_code code = report_run_page(m->runs[index], index + 1, &document, err);
    if (!code && m->job->pdf)
        code = report_pdf_document(&document, NULL, true, &part->pages, err);
    if (!code && m->job->figures)
        code = report_files_write(&document, m->job->figures, m->job->force, err);
    if (!code && m->html) { /* last: only here may curves be thinned */
        report_thin_document(&document, m->curve_points, &part->thinned);
        code = report_document_check(&document, err);
    }
    if (!code && m->html)
        code = draw_html(&document, &part->html, &part->html_size, err);
    report_document_free(&document);
    return code;
}

static void make_run(const struct making *m, size_t index, struct part *part)
{
    const struct report_request request = {.rig = m->rig,
                                           .fitted = m->fitted,
                                           .from_run = m->job->from_run,
                                           .start_at = m->job->start_at};
    struct run *opened = m->opened[index];
    m->opened[index] = NULL;
    part->code = report_compare(&request, m->job->runs->items[index], opened, &m->runs[index],
                                &part->err);
    if (!part->code && m->runs[index]->good && !report_small_take(m->runs[index]))
        part->code = error_memory(&part->err);
    if (!part->code)
        part->code = draw_run(m, index, part);
    if (m->runs[index])
        report_run_slim(m->runs[index]);
}

/* in the order of the runs; the first failure is the one that counts */
static void put_run(struct making *m, size_t index, struct part *part, enum error_code *worst)
{
    if (!*worst && part->code) {
        *worst = part->code;
        if (m->err)
            *m->err = part->err;
    }
    if (!*worst) {
        m->thinned.shown += part->thinned.shown;
        m->thinned.all += part->thinned.all;
        if (m->html)
            fwrite(part->html, 1, part->html_size, m->html);
        if (!report_pages_move(&part->pages, &m->pages))
            *worst = error_memory(m->err);
        if (m->job->done)
            m->job->done(m->job->context, index + 1, m->runs[index]);
    }
    free(part->html);
    report_pages_free(&part->pages);
}

static enum error_code make_runs(struct making *m)
{
    enum error_code worst = ERROR_OK;
    const long n = (long)m->n_runs;
#pragma omp parallel for ordered schedule(dynamic, 1)
    for (long i = 0; i < n; i++) {
        struct part part = {0};
        make_run(m, (size_t)i, &part);
#pragma omp ordered
        put_run(m, (size_t)i, &part, &worst);
    }
    return worst;
}

static enum error_code append(FILE *from, FILE *to, struct error *err)
{
    char block[65536];
    size_t n;
    errno = EIO; /* of an error that an earlier write met, and rewind would forget */
    const bool lost = ferror(from) || fflush(from) != 0 || fseek(from, 0, SEEK_SET) != 0;
    while (!lost && (n = fread(block, 1, sizeof block, from)) > 0)
        fwrite(block, 1, n, to);
    if (lost || ferror(from) || ferror(to))
        return error_set(err, ERROR_IO, "the report cannot be written: %s; is the disk full?",
                         strerror(errno));
    return ERROR_OK;
}

/* ---- the whole */

static const char *title_of(const struct making *m)
{
    return m->job->title ? m->job->title : *m->rig->title ? m->rig->title : m->rig->path;
}

static void tell_thinned(const struct report_thinned *thinned, char *text, size_t size)
{
    const size_t used = strlen(text);
    if (thinned->shown < thinned->all)
        snprintf(text + used, size - used,
                 " So that a browser can open this page, its curves show %zu of %zu points, the "
                 "least and the largest of each short stretch of time, while all metrics and "
                 "events come from every sample.",
                 thinned->shown, thinned->all);
}

static void print_head(const struct making *m, FILE *out)
{
    bool simulated = false;
    size_t good = 0;
    char subtitle[640];
    for (size_t i = 0; i < m->n_runs; i++) {
        simulated |= m->runs[i]->origin.simulated;
        good += m->runs[i]->good;
    }
    snprintf(subtitle, sizeof subtitle,
             "Experiment against simulation: %zu of %zu runs compared%s.", good, m->n_runs,
             m->fitted ? ", with fitted parameters" : "");
    tell_thinned(&m->thinned, subtitle, sizeof subtitle);
    report_html_begin(out, title_of(m), subtitle, simulated, m->thinned.shown < m->thinned.all);
    report_html_link(out, "campaign", "The campaign");
    report_html_link(out, "provenance", "Where this comes from");
    report_html_main(out);
}

static enum error_code write_html(struct making *m, const struct report_document *first,
                                  const struct report_document *last)
{
    struct stream *stream;
    enum error_code code = stream_open(m->job->html, m->job->force, &stream, m->err);
    if (code)
        return code;
    FILE *out = stream_file(stream);
    print_head(m, out);
    code = report_html_document(first, out, m->err);
    if (!code)
        code = append(m->html, out, m->err);
    if (!code)
        code = report_html_document(last, out, m->err);
    if (!code)
        code = report_html_end(out, m->rig, m->err);
    if (code) {
        stream_abandon(stream);
        return code;
    }
    return stream_commit(stream, m->err);
}

static enum error_code write_pdf(struct making *m, const struct report_document *first,
                                 const struct report_document *last)
{
    struct report_pages pages = {0};
    bool simulated = false;
    for (size_t i = 0; i < m->n_runs; i++)
        simulated |= m->runs[i]->origin.simulated;
    const char *title = title_of(m);
    enum error_code code = report_pdf_document(first, title, false, &pages, m->err);
    if (!code)
        code = report_pdf_document(last, NULL, false, &m->pages, m->err);
    if (!code)
        code = report_pdf_write(m->job->pdf, m->job->force, title, simulated, &pages, &m->pages,
                                m->err);
    report_pages_free(&pages);
    return code;
}

static enum error_code make_pages(struct making *m)
{
    struct report_document first = {0}, last = {0};
    const struct report_campaign campaign = {
        .rig = m->rig,
        .rig_sha256 = m->rig_sha256,
        .fitted = m->fitted,
        .fit_trouble = m->fit_trouble.code ? m->fit_trouble.message : NULL,
        .plan = m->plan,
        .command = m->job->command,
        .runs = m->runs,
        .n_runs = m->n_runs};
    enum error_code code = report_campaign_page(&campaign, &first, m->err);
    if (!code)
        code = report_provenance_page(&campaign, &last, m->err);
    if (!code && m->job->figures)
        code = report_files_write(&first, m->job->figures, m->job->force, m->err);
    if (!code && m->html)
        code = write_html(m, &first, &last);
    if (!code && m->job->pdf)
        code = write_pdf(m, &first, &last);
    report_document_free(&first);
    report_document_free(&last);
    return code;
}

/* a fit that cannot be read or is of another rig does not stop the report */
static void read_fit(struct making *m)
{
    if (!m->job->fit)
        return;
    if (report_fitted_read(m->job->fit, &m->fitted, &m->fit_trouble))
        return;
    struct rig *copy = rig_copy(m->rig);
    if (!copy)
        error_memory(&m->fit_trouble);
    if (!copy || report_fitted_apply(m->fitted, REPORT_NOT_FITTED, copy, &m->fit_trouble)) {
        report_fitted_free(m->fitted);
        m->fitted = NULL;
    }
    rig_free(copy);
}

/* a run that cannot be opened has no curves; its page will say why */
static enum error_code share_page(struct making *m)
{
    size_t *samples = calloc(m->n_runs + 1, sizeof *samples);
    if (!samples)
        return error_memory(m->err);
    for (size_t i = 0; i < m->n_runs; i++) {
        if (run_open(m->job->runs->items[i], &m->opened[i], NULL))
            continue;
        samples[i] = m->opened[i]->frames > 0 ? (size_t)m->opened[i]->frames : 0;
        run_close_signal(m->opened[i]); /* there may be more runs than open files */
    }
    m->curve_points = report_budget_points(samples, m->n_runs, m->fitted != NULL);
    free(samples);
    return ERROR_OK;
}

static enum error_code prepare(struct making *m)
{
    const struct report_job *job = m->job;
    enum error_code code = rig_read(job->rig, sim_registry, &m->rig, m->err);
    if (!code && job->plan)
        code = planned_read(job->plan, &m->plan, m->err);
    if (!code)
        code = sha256_file(job->rig, m->rig_sha256, m->err);
    if (code)
        return code;
    m->runs = calloc(job->runs->n, sizeof *m->runs);
    m->opened = calloc(job->runs->n, sizeof *m->opened);
    if (!m->runs || !m->opened)
        return error_memory(m->err);
    m->n_runs = job->runs->n;
    if (job->html)
        code = stream_scratch(job->html, &m->html, m->err);
    if (!code && job->pdf)
        code = figure_file_check(job->pdf, job->force, m->err);
    if (code)
        return code;
    read_fit(m);
    if (job->html)
        code = share_page(m);
    if (!code && job->figures)
        code = report_files_directory(job->figures, m->err);
    return code;
}

/* the report is there; what it could not show makes the exit code */
static enum error_code tell_troubles(const struct making *m)
{
    size_t bad = 0;
    for (size_t i = 0; i < m->n_runs; i++)
        bad += !m->runs[i]->good;
    if (m->fit_trouble.code)
        return error_set(m->err, ERROR_NUMERIC, "the fit could not be used: %s",
                         m->fit_trouble.message);
    if (bad)
        return error_set(m->err, ERROR_NUMERIC,
                         "%zu of %zu runs could not be compared; the "
                         "report says why",
                         bad, m->n_runs);
    return ERROR_OK;
}

enum error_code report_make(const struct report_job *job, struct error *err)
{
    struct making m = {.job = job, .err = err};
    enum error_code code = prepare(&m);
    if (!code)
        code = make_runs(&m);
    if (!code)
        code = make_pages(&m);
    if (!code)
        code = tell_troubles(&m);
    for (size_t i = 0; i < m.n_runs; i++) {
        report_run_free(m.runs[i]);
        run_close(m.opened[i]);
    }
    free(m.runs);
    free(m.opened);
    if (m.html)
        fclose(m.html);
    report_pages_free(&m.pages);
    report_fitted_free(m.fitted);
    rig_free(m.rig);
    json_decref(m.plan);
    return code;
}
