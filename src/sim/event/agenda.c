/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A tournament tree (Knuth, The Art of Computer Programming 3, 1998, 5.2.3): each node
 * has the lesser one of its two children, so one change costs a way to the root. */
#include "sim/event/agenda.h"

#include <math.h>

void
sim_agenda_init (SimAgenda *agenda, SimMemory *memory, uint32_t n)
{
  agenda->n = n;
  sim_memory_array (memory, &agenda->least, 2 * (size_t) n);
  for (uint32_t i = 0; i < 2 * n; i++)
    agenda->least[i] = INFINITY;
}

void
sim_agenda_put (SimAgenda *agenda, uint32_t i, double time)
{
  double *least = agenda->least;

  least[agenda->n + i] = time;
  for (uint32_t at = (agenda->n + i) / 2; at > 0; at /= 2)
    least[at] = fmin (least[2 * at], least[2 * at + 1]);
}

double
sim_agenda_next (const SimAgenda *agenda, uint32_t *i)
{
  const double *least = agenda->least;
  uint32_t at = 1;

  if (agenda->n == 0)
    return INFINITY;
  while (at < agenda->n)
    at = least[2 * at] == least[at] ? 2 * at : 2 * at + 1;
  *i = at - agenda->n;
  return least[at];
}
