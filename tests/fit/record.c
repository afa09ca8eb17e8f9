/* SPDX-License-Identifier: GPL-3.0-or-later */
/* record DIRECTORY SEED: a campaign of the fixture, for scripts: run-1 to run-6,
 * start.yaml with the values that a fit begins with, truth.yaml with the true ones. */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "tests/fit/fixture.h"

static int write_rig(const struct rig *rig, const char *directory, const char *name)
{
    char path[4096];
    struct error err;
    snprintf(path, sizeof path, "%s/%s", directory, name);
    FILE *file = fopen(path, "w");
    if (!file)
        return 1;
    const int failed = rig_print(rig, file, &err) != ERROR_OK;
    return fclose(file) != 0 || failed;
}

int main(int argc, char **argv)
{
    if (argc != 3 || (mkdir(argv[1], 0777) != 0))
        return 2;
    struct fixture_campaign campaign = fixture_campaign(strtoul(argv[2], NULL, 10), argv[1]);
    struct rig *truth = fixture_rig(&campaign.truth);
    const int failed = write_rig(campaign.rig, argv[1], "start.yaml") |
                       write_rig(truth, argv[1], "truth.yaml");
    rig_free(truth);
    fixture_campaign_forget(&campaign);
    return failed;
}
