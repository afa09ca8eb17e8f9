/* SPDX-License-Identifier: GPL-3.0-or-later */
/* chain: two to six rods in a row hang from a fixed joint at a height over the
 * belt, with a spring and a damper at each joint between rods and a damper at
 * the fixed one; the tip of the last rubs on the belt. Angles from the downward
 * vertical, counter-clockwise. With two links it is the two-link of Liu 2007
 * and Zhao 2008, parameter by parameter. Derived from the Lagrangian:
 *     T = 1/2 sum_ij c_ij cos(theta_i - theta_j) theta_i' theta_j'
 * State and `given` hold the n angles in use and then their n velocities. */
#include "sim/equations.h"
#include "sim/model.h"

enum { LINKS_MIN = 2, LINKS_MAX = SIM_MAX_COORDINATES };

/* link i has MASS + i, LENGTH + i and, at its upper joint, DAMPING + i; joint i
 * between links i - 1 and i has STIFFNESS + i - 1 and REST_ANGLE + i - 1 */
enum {
    LINKS = SIM_OWN_PARAMETERS,
    HEIGHT,
    MASS,
    LENGTH = MASS + LINKS_MAX,
    STIFFNESS = LENGTH + LINKS_MAX,
    DAMPING = STIFFNESS + LINKS_MAX - 1,
    REST_ANGLE = DAMPING + LINKS_MAX,
    N_PARAMETERS = REST_ANGLE + LINKS_MAX - 1
};

_Static_assert((int)N_PARAMETERS <= (int)SIM_MAX_PARAMETERS, "the chain's table fits");

/* what each rod carries: the mass of the rods below it, and the first moment of
 * itself and of them about its upper joint */
struct load {
    real below[LINKS_MAX], moment[LINKS_MAX];
};

static struct load carried(const real *p, size_t n)
{
    struct load load = {{0}, {0}};
    real below = 0;
    for (size_t i = n; i-- > 0;) {
        load.below[i] = below;
        load.moment[i] = p[LENGTH + i] * (0.5 * p[MASS + i] + below);
        below += p[MASS + i];
    }
    return load;
}

static void add_joints(const real *p, size_t n, const real *q, const real *v, real *h)
{
    h[0] -= p[DAMPING] * v[0];
    for (size_t i = 1; i < n; i++) {
        const real twist = q[i - 1] - q[i] - p[REST_ANGLE + i - 1];
        const real torque = p[STIFFNESS + i - 1] * twist + p[DAMPING + i] * (v[i - 1] - v[i]);
        h[i - 1] -= torque;
        h[i] += torque;
    }
}

void SIM_NAME(chain_terms)(const real *p, size_t n, const real *q, const real *v,
                           struct SIM_NAME(sim_terms) * out)
{
    const struct load on = carried(p, n);
    real s[LINKS_MAX], c[LINKS_MAX];
    out->s_t = out->s_n = 0;
    out->gap = p[HEIGHT];
    for (size_t i = 0; i < n; i++) {
        const real l = p[LENGTH + i];
        s[i] = sin(q[i]);
        c[i] = cos(q[i]);
        out->mass[i][i] = (p[MASS + i] / 3 + on.below[i]) * l * l;
        out->h[i] = -on.moment[i] * p[SIM_GRAVITY] * s[i];
        out->w_t[i] = l * c[i];
        out->w_n[i] = l * s[i];
        out->s_t -= l * s[i] * v[i] * v[i];
        out->s_n += l * c[i] * v[i] * v[i];
        out->gap -= l * c[i];
    }
    for (size_t j = 1; j < n; j++) {
        for (size_t i = 0; i < j; i++) {
            const real coupling = p[LENGTH + i] * on.moment[j];
            const real sine = s[i] * c[j] - c[i] * s[j];
            out->mass[i][j] = out->mass[j][i] = coupling * (c[i] * c[j] + s[i] * s[j]);
            out->h[i] -= coupling * sine * v[j] * v[j];
            out->h[j] += coupling * sine * v[i] * v[i];
        }
    }
    add_joints(p, n, q, v, out->h);
}

/* the joints between links; one that there is not stays where the fixed joint is */
void SIM_NAME(chain_outline)(const real *p, size_t n, const real *q,
                             const struct SIM_NAME(sim_terms) * terms, real *heights)
{
    (void)q;
    real height = p[HEIGHT];
    for (size_t i = 0; i < LINKS_MAX - 1; i++) {
        if (i + 1 < n)
            height -= terms->w_t[i];
        heights[i] = i + 1 < n ? height : p[HEIGHT];
    }
}

/* the last angle, unless given, puts the tip on the surface; two-link likewise */
static const char *place_tip(const real *p, size_t last, real *q)
{
    real rest = p[HEIGHT];
    for (size_t i = 0; i < last; i++)
        rest -= p[LENGTH + i] * cos(q[i]);
    const real cosine = rest / p[LENGTH + last];
    if (!(re(fabs(cosine)) < 1))
        return "the tip cannot reach the surface from these angles and this height";
    q[last] = acos(cosine);
    return NULL;
}

const char *SIM_NAME(chain_start)(real *p, size_t n, real *x, const struct sim_given *given)
{
    if (n < LINKS_MIN || n > LINKS_MAX || re(p[LINKS]) != (double)n)
        return "links must be a whole number from 2 to 6";
    const size_t last = n - 1;
    real *v = x + n;
    real lift = 0;
    for (size_t i = 0; i < last; i++) {
        if (!given->states[i])
            return "only the last link's angle may be left out of the start";
        if (i > 0 && !given->states[n + i])
            v[i] = 0;
        lift += p[LENGTH + i] * sin(x[i]) * v[i];
    }
    if (!given->states[last]) {
        const char *failure = place_tip(p, last, x);
        if (failure)
            return failure;
    }
    if (!given->states[n + last]) {
        /* a last link that hangs straight down cannot lift the tip */
        const real arm = p[LENGTH + last] * sin(x[last]);
        v[last] = re(arm) == 0 ? 0 : -lift / arm;
    }
    for (size_t i = 0; i < LINKS_MAX - 1; i++)
        if (!given->parameters[REST_ANGLE + i])
            p[REST_ANGLE + i] = i < last ? x[i] - x[i + 1] : 0;
    return NULL;
}

#ifndef SIM_COMPLEX

static double chain_energy(const double *p, size_t n, const double *q, const double *v)
{
    const struct load on = carried(p, n);
    double energy = 0;
    for (size_t j = 0; j < n; j++) {
        const double l = p[LENGTH + j];
        energy += 0.5 * (p[MASS + j] / 3 + on.below[j]) * l * l * v[j] * v[j] -
                  on.moment[j] * p[SIM_GRAVITY] * cos(q[j]);
        for (size_t i = 0; i < j; i++)
            energy += p[LENGTH + i] * on.moment[j] * cos(q[i] - q[j]) * v[i] * v[j];
    }
    for (size_t i = 1; i < n; i++) {
        const double twist = q[i - 1] - q[i] - p[REST_ANGLE + i - 1];
        energy += 0.5 * p[STIFFNESS + i - 1] * twist * twist;
    }
    return energy;
}

static double chain_dissipation(const double *p, size_t n, const double *q, const double *v)
{
    (void)q;
    double power = p[DAMPING] * v[0] * v[0];
    for (size_t i = 1; i < n; i++)
        power += p[DAMPING + i] * (v[i - 1] - v[i]) * (v[i - 1] - v[i]);
    return power;
}

#define MASS_ROW(i) SIM_SAME_AS("mass" #i, "kg", POSITIVE, "mass", "mass of link " #i)
#define LENGTH_ROW(i) SIM_SAME_AS("length" #i, "m", POSITIVE, "length", "length of link " #i)
#define STIFFNESS_ROW(i, above)                                       \
    SIM_SAME_AS("stiffness" #i, "N.m/rad", NON_NEGATIVE, "stiffness", \
                "torsional spring between links " #above " and " #i)
#define DAMPING_ROW(i, above)                                       \
    SIM_SAME_AS("damping" #i, "N.m.s/rad", NON_NEGATIVE, "damping", \
                "viscous damping of the joint between links " #above " and " #i)
#define REST_ANGLE_ROW(i, above)              \
    SIM_COMPUTED("rest_angle" #i, "rad", ANY, \
                 "theta" #above " - theta" #i \
                 " of the unstressed spring; default: as at the start")

static const struct quantity chain_parameters[] = {
    SIM_COMMON_PARAMETERS,
    SIM_REQUIRED("links", "1", WHOLE, "number of links, 2 to 6"),
    SIM_REQUIRED("height", "m", POSITIVE, "height H of the fixed joint over the surface"),
    SIM_REQUIRED("mass", "kg", POSITIVE, "mass of link 1"),
    MASS_ROW(2),
    MASS_ROW(3),
    MASS_ROW(4),
    MASS_ROW(5),
    MASS_ROW(6),
    SIM_REQUIRED("length", "m", POSITIVE, "length of link 1"),
    LENGTH_ROW(2),
    LENGTH_ROW(3),
    LENGTH_ROW(4),
    LENGTH_ROW(5),
    LENGTH_ROW(6),
    SIM_DEFAULT("stiffness", "N.m/rad", NON_NEGATIVE, 0, "torsional spring between links 1 and 2"),
    STIFFNESS_ROW(3, 2),
    STIFFNESS_ROW(4, 3),
    STIFFNESS_ROW(5, 4),
    STIFFNESS_ROW(6, 5),
    SIM_DEFAULT("damping", "N.m.s/rad", NON_NEGATIVE, 0, "viscous damping of the fixed joint"),
    DAMPING_ROW(2, 1),
    DAMPING_ROW(3, 2),
    DAMPING_ROW(4, 3),
    DAMPING_ROW(5, 4),
    DAMPING_ROW(6, 5),
    SIM_COMPUTED("rest_angle", "rad", ANY,
                 "theta1 - theta2 of the unstressed spring; default: as at the start"),
    REST_ANGLE_ROW(3, 2),
    REST_ANGLE_ROW(4, 3),
    REST_ANGLE_ROW(5, 4),
    REST_ANGLE_ROW(6, 5),
};

#define ANGLE_ROW(i)                     \
    SIM_COMPUTED("theta" #i, "rad", ANY, \
                 "link " #i ", likewise; default of the last: the tip rests on the surface")
#define VELOCITY_ROW(i)                           \
    SIM_COMPUTED("theta" #i "_dot", "rad/s", ANY, \
                 "of link " #i "; default 0, of the last: the tip moves along the surface")

static const struct quantity chain_states[] = {
    SIM_REQUIRED("theta1", "rad", ANY, "link 1 from the downward vertical, counter-clockwise"),
    ANGLE_ROW(2),
    ANGLE_ROW(3),
    ANGLE_ROW(4),
    ANGLE_ROW(5),
    ANGLE_ROW(6),
    SIM_DEFAULT("theta1_dot", "rad/s", ANY, 0, "angular velocity of link 1"),
    VELOCITY_ROW(2),
    VELOCITY_ROW(3),
    VELOCITY_ROW(4),
    VELOCITY_ROW(5),
    VELOCITY_ROW(6),
};

_Static_assert(sizeof chain_parameters / sizeof *chain_parameters == N_PARAMETERS,
               "each parameter has its row");

SIM_MODEL_COMPLEX(chain);
SIM_MODEL_OUTLINE(chain);

static const char *const chain_points[LINKS_MAX - 1] = {
    "the joint between links 1 and 2", "the joint between links 2 and 3",
    "the joint between links 3 and 4", "the joint between links 4 and 5",
    "the joint between links 5 and 6"};
_Static_assert((int)LINKS_MAX - 1 <= (int)SIM_MAX_OUTLINE, "the chain's joints fit");

const struct sim_model sim_model_chain = {
    .table = {.name = "chain",
              .title = "chain of two to six links over a moving surface",
              .parameters = chain_parameters,
              .n_parameters = N_PARAMETERS,
              .states = chain_states,
              .n_coordinates = LINKS_MAX,
              .size_parameter = "links"},
    .terms = chain_terms,
    .terms_c = chain_terms_c,
    .start = chain_start,
    .start_c = chain_start_c,
    .energy = chain_energy,
    .dissipation = chain_dissipation,
    .outline = chain_outline,
    .outline_c = chain_outline_c,
    .outline_names = chain_points,
    .n_outline = LINKS_MAX - 1,
};

#endif
