/* skitter-orbit: periodic motion, its stability and its bifurcations. */
#include "config.h"

#include "common/gsl_answers.h"
#include "common/program.h"
#include "common/share.h"
#include "sim/orbit_job.h"

static const struct program *const commands[] = {
    &orbit_equilibria_command, &orbit_find_command, &orbit_continue_command,
    &orbit_diagram_command, &orbit_poincare_command, &orbit_sweep_command, NULL,
};

static const struct program program = {
    .name = "skitter-orbit",
    .summary = "Follow periodic motions and equilibria and their stability.",
    .commands = commands,
};

int main(int argc, char **argv)
{
    gsl_answers_begin();
    share_begin(&argc, &argv);
    const int code = program_main(&program, argc, argv);
    share_end(code);
    return code;
}
