/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Result files: the values that rig files include, and the fit that reports show. */
#include "config.h"

#include <math.h>

#include "lib/rig/result.h"
#include "lib/rig/include.h"
#include "lib/rig/make.h"
#include "report/fitted.h"
#include "sim/registry.h"
#include "tests/fuzz/fuzz.h"

static void convert(const struct result_file *file)
{
    static const char *const units[] = {"1", "m", "kg", "N.m/rad"};
    for (size_t i = 0; i < file->n_results; i++) {
        double value, uncertainty;
        struct error err;
        if (result_in(&file->results[i], units[i % 4], &value, &uncertainty, &err) == ERROR_OK)
            fuzz_require(isfinite(value) && (isnan(uncertainty) || isfinite(uncertainty)),
                         "a result is finite");
    }
}

static void include(const char *path)
{
    struct rig *rig = rig_create("rig.yaml", sim_registry(0));
    struct error err;
    fuzz_require(rig != NULL, "there is memory");
    (void)rig_include(rig, path, &err);
    rig_free(rig);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *path = fuzz_file(data, size);
    struct result_file file;
    struct report_fitted *fitted;
    struct error err;
    if (result_read(path, &file, &err) == ERROR_OK) {
        convert(&file);
        result_free(&file);
        include(path);
    }
    if (report_fitted_read(path, &fitted, &err) == ERROR_OK) {
        (void)report_fitted_run(fitted, "0");
        struct rig *rig = rig_create("rig.yaml", sim_registry(0));
        fuzz_require(rig != NULL, "there is memory");
        (void)report_fitted_apply(fitted, 0, rig, &err);
        rig_free(rig);
        report_fitted_free(fitted);
    }
    return 0;
}
