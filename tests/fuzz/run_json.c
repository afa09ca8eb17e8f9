/* SPDX-License-Identifier: GPL-3.0-or-later */
/* run.json: as it is loaded for a run, with the rig in it; and as it is written again. */
#include "config.h"

#include <stdlib.h>

#include "lib/rig/rig.h"
#include "lib/run/json.h"
#include "sim/registry.h"
#include "tests/fuzz/fuzz.h"

static void use_rig(const struct run_info *info)
{
    struct rig *rig;
    struct error err;
    if (info->rig && rig_from_json(info->rig, "run.json", sim_registry, &rig, &err) == ERROR_OK)
        rig_free(rig);
}

/* what was read can be written */
static void write_again(const struct run *run)
{
    json_t *json = NULL;
    struct error err;
    fuzz_require(run_json_make(&run->info, &json, &err) == ERROR_OK, "what is read can be written");
    for (size_t i = 0; i < run->n_gaps; i++)
        fuzz_require(run_json_add_gap(json, &run->gaps[i], &err) == ERROR_OK,
                     "a gap can be written");
    run_json_cut_gaps(json, run->frames);
    struct run again = {0};
    fuzz_require(run_json_parse(json, "run.json", &again, &err) == ERROR_OK,
                 "what is written can be read");
    fuzz_require(again.info.n_channels == run->info.n_channels &&
                     again.info.period.numerator == run->info.period.numerator &&
                     again.info.period.denominator == run->info.period.denominator,
                 "what is written is the same");
    run_json_release(&again);
    json_decref(json);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    json_t *json = NULL;
    struct error err;
    fuzz_file(data, size);
    fuzz_link("run.json");
    if (run_json_load(fuzz_directory(), &json, &err))
        return 0;
    struct run run = {0};
    if (run_json_parse(json, "run.json", &run, &err) == ERROR_OK) {
        use_rig(&run.info);
        for (size_t i = 0; i < run.info.n_channels; i++)
            (void)run_convert(&run.info.channels[i], (double)(INT32_MIN + run.info.count_offset));
        write_again(&run);
    }
    run_json_release(&run);
    json_decref(json);
    return 0;
}
