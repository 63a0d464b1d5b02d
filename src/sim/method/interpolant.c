/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Polynomials by their basis functions in product form: Lagrange's, or Hermite's of
 * their squares (Stoer & Bulirsch, Introduction to Numerical Analysis, 2.1). With m
 * points a value of n components costs O(m n + m^2). */
#include "sim/method/interpolant.h"

#include <string.h>

typedef struct {
  double t;
  double *y;
  double *f;
} Node;

struct SimInterpolant {
  size_t n;
  size_t max;
  bool with_slopes;
  Node node[SIM_INTERPOLANT_MAX]; /* in order of time */
  size_t count;                   /* kept, as are they */
};

SimInterpolant *
sim_interpolant_new (SimMemory *memory, size_t n, size_t max_nodes, bool with_slopes)
{
  SimInterpolant *nodes = base_arena_new0 (memory->arena, SimInterpolant);

  g_assert (max_nodes <= SIM_INTERPOLANT_MAX);
  nodes->n = n;
  nodes->max = max_nodes;
  nodes->with_slopes = with_slopes;
  for (size_t k = 0; k < max_nodes; k++) {
    sim_memory_array (memory, &nodes->node[k].y, n);
    if (with_slopes)
      sim_memory_array (memory, &nodes->node[k].f, n);
  }
  sim_memory_keep_from (memory, nodes, count);
  for (size_t k = 0; k < max_nodes; k++)
    sim_memory_keep (memory, &nodes->node[k].t, sizeof (double));
  return nodes;
}

void
sim_interpolant_clear (SimInterpolant *nodes)
{
  nodes->count = 0;
}

void
sim_interpolant_add (SimInterpolant *nodes, double t, const double *y, const double *f)
{
  if (nodes->count == nodes->max) {
    Node oldest = nodes->node[0];

    memmove (nodes->node, nodes->node + 1, (nodes->max - 1) * sizeof (Node));
    nodes->node[nodes->max - 1] = oldest;
  } else {
    nodes->count++;
  }
  Node *node = &nodes->node[nodes->count - 1];
  node->t = t;
  memcpy (node->y, y, nodes->n * sizeof *y);
  if (nodes->with_slopes)
    memcpy (node->f, f, nodes->n * sizeof *f);
}

/* The weights of value and slope of node k at t, for the nodes from `first` on. */
static void
weigh (const SimInterpolant *nodes,
       size_t first,
       size_t k,
       double t,
       double *value,
       double *slope)
{
  double t_k = nodes->node[k].t, basis = 1, basis_slope = 0;

  for (size_t j = first; j < nodes->count; j++)
    if (j != k) {
      basis *= (t - nodes->node[j].t) / (t_k - nodes->node[j].t);
      basis_slope += 1 / (t_k - nodes->node[j].t);
    }
  *value =
      nodes->with_slopes ? (1 - 2 * (t - t_k) * basis_slope) * basis * basis : basis;
  *slope = nodes->with_slopes ? (t - t_k) * basis * basis : 0;
}

void
sim_interpolant_evaluate (const SimInterpolant *nodes,
                          size_t n_last,
                          double t,
                          double *y)
{
  size_t first = nodes->count - MIN (n_last, nodes->count);

  memset (y, 0, nodes->n * sizeof *y);
  for (size_t k = first; k < nodes->count; k++) {
    const Node *node = &nodes->node[k];
    double value, slope;

    weigh (nodes, first, k, t, &value, &slope);
    if (slope == 0)
      for (size_t i = 0; i < nodes->n; i++)
        y[i] += value * node->y[i];
    else
      for (size_t i = 0; i < nodes->n; i++)
        y[i] += value * node->y[i] + slope * node->f[i];
  }
}
