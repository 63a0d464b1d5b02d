/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Slots of a run, with the pointer to its table of delayed signals in front of the
 * first one: whoever evaluates code has the table at hand without another argument. */
#include "code/delay.h"

#include <math.h>
#include <stddef.h>

#include "code/program.h"

/* The table of delays stands in front of the slots, which hold numbers only. */
typedef struct {
  CodeDelayTable *delays;
  double slot[];
} Slots;

static Slots *
whole (const double *slots)
{
  return (Slots *) (void *) ((char *) slots - offsetof (Slots, slot));
}

double *
code_slots_new (const CodeProgram *program)
{
  Slots *slots = g_malloc (sizeof *slots + program->n_slots * sizeof (double));

  slots->delays = NULL;
  code_load (program, slots->slot);
  return slots->slot;
}

void
code_slots_free (double *slots)
{
  g_free (whole (slots));
}

void
code_slots_bind (double *slots, CodeDelayTable *delays)
{
  whole (slots)->delays = delays;
}

double
code_delay_value (const double *slots, double number, double delay, double time)
{
  CodeDelayTable *delays = whole (slots)->delays;

  return delays == NULL ? NAN
                        : delays->look_up (delays, (uint32_t) number, delay, time);
}
