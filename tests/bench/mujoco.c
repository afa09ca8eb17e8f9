/* SPDX-License-Identifier: GPL-3.0-or-later */
/* R1 with the soft contact of MuJoCo: how close its impact times come to those of the rigid
 * contact, time step by time step. mujoco MODEL TIME...     the model is mujoco.xml; the times are
 * those that are right, in s An impact is a contact force after none. The contact's time constant
 * is the least that MuJoCo takes, two steps, and its damping gives a normal impact the restitution
 * 0.1. */
#include "config.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

/* defined by bench.sh where MuJoCo is installed; the checks read this file anywhere */
#ifndef BENCH_MUJOCO
int main(void)
{
    fprintf(stderr, "built without MuJoCo (Debian package libmujoco-dev)\n");
    return 1;
}
#else

#include <mujoco/mujoco.h>

enum { TIMES = 6 };

static const double rail_speed = -0.5, span = 2;
/* an impact again within this time of the last is the same one */
static const double same = 1e-3;

static double seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static bool pushes(const mjModel *model, const mjData *data)
{
    for (int i = 0; i < data->ncon; i++) {
        mjtNum force[6];
        mj_contactForce(model, data, i, force);
        if (force[0] > 0)
            return true;
    }
    return false;
}

/* the times of impacts, in order of time; returns how many */
static int play(mjModel *model, double step, double *impacts)
{
    mjData *data = mj_makeData(model);
    model->opt.timestep = step;
    for (int i = 0; i < model->ngeom; i++)
        model->geom_solref[mjNREF * i] = 2 * step;
    mj_resetDataKeyframe(model, data, 0);
    data->qvel[0] = rail_speed;
    int n = 0;
    bool touched = true;
    double last = 0;
    while (data->time < span && n < TIMES) {
        mj_step(model, data);
        const bool touches = pushes(model, data);
        if (touches && !touched && data->time - last > same)
            impacts[n++] = data->time;
        if (touches)
            last = data->time;
        touched = touches;
    }
    mj_deleteData(data);
    return n;
}

int main(int argc, char **argv)
{
    static const double steps[] = {1e-3, 1e-4, 1e-5, 1e-6};
    static const char *const integrators[] = {"Euler", "RK4"};
    char why[1000];
    mjModel *model = argc == TIMES + 2 ? mj_loadXML(argv[1], NULL, why, sizeof why) : NULL;
    if (!model) {
        fprintf(stderr, "mujoco: %s\n", argc == TIMES + 2 ? why : "MODEL and six times are wanted");
        return 1;
    }
    puts("case peer integrator step seconds impacts errors of the first six impact times (s)");
    for (int integrator = mjINT_EULER; integrator <= mjINT_RK4; integrator++)
        for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
            double impacts[TIMES];
            const double begin = seconds();
            model->opt.integrator = integrator;
            const int n = play(model, steps[i], impacts);
            printf("R1 mujoco %-5s %.0e %9.4f %d", integrators[integrator], steps[i],
                   seconds() - begin, n);
            for (int k = 0; k < n; k++)
                printf(" %+.1e", impacts[k] - strtod(argv[2 + k], NULL));
            puts("");
            fflush(stdout);
        }
    mj_deleteModel(model);
    return 0;
}

#endif
