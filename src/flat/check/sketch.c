/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A model that only lacks values and signals can still be looked at for contradictions:
 * parameters without a value and open inputs get numbers that stand in no simple
 * relation to each other or to others, so that what holds with them holds whatever the
 * user gives, but for values that nobody can have in mind. */
#include "flat/check/check.h"
#include "flat/tree/tree.h"

/* Multiples of the golden section fill [1, 2) evenly and never meet (Weyl 1916). */
static double
stand_in (uint32_t number)
{
  static const double golden = 0.61803398874989485;
  const double multiple = golden * (number + 1);

  return 1 + (multiple - (double) (uint64_t) multiple);
}

/* Errors other than missing values and signals, or parts that could not be read. */
static bool
has_other_faults (const FlatBuild *build)
{
  for (uint32_t i = 0; i < base_diags_count (build->diags); i++) {
    const BaseDiag *diag = base_diags_get (build->diags, i);

    if (diag->severity == BASE_ERROR && diag->number != 301 && diag->number != 402)
      return true;
  }
  return !flat_instance_all_are_whole (build) || build->is_vague || build->is_spent;
}

static void
give (FlatBuild *build, uint32_t number)
{
  FlatVar *var = &build->vars[number];
  const double value = var->type == FLAT_BOOLEAN ? 0
                       : var->type == FLAT_REAL  ? stand_in (number)
                                                 : 1;

  var->kind = FLAT_PARAMETER;
  var->value = expr_number (build->pool, value);
}

bool
flat_sketch_complete (FlatBuild *build)
{
  if (has_other_faults (build))
    return false;
  for (uint32_t i = 0; i < build->n_vars; i++)
    if (build->vars[i].kind == FLAT_PARAMETER && expr_is_none (build->vars[i].value))
      give (build, i);
  for (uint32_t i = 0; i < build->open_inputs.n; i++)
    give (build, build->open_inputs.at[i]);
  build->is_sketch = true;
  return true;
}
