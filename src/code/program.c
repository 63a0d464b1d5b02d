/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Builds a program: slots, entries, sections, selections and the matrix are lowered to
 * instructions, these fused and assembled, and all registers that tables of the program
 * hold are replaced by the slots that they got. Until then the tables hold registers,
 * listed by code_build_registers () and code_build_result (). */
#include "code/build/build-private.h"
#include "code/loops.h"

#include <glib/gi18n-lib.h>

static void
resolve (CodeBuild *build, const CodeAssembly *assembly)
{
  for (uint32_t i = 0; i < build->registers.n; i++)
    for (uint32_t k = 0; k < build->lengths.at[i]; k++) {
      uint32_t *reg = &build->registers.at[i][k];
      if (*reg >= build->n_fixed)
        *reg = assembly->slot_of[*reg - build->n_fixed];
    }
}

/* Numbers met in expressions join those of the parameters. */
static void
add_numbers (CodeBuild *build, const CodeAssembly *assembly)
{
  CodeProgram *program = build->program;
  const CodeIr *ir = build->ir;
  uint32_t n = program->n_numbers + build->lower.loads.n;

  /* How many there will be. */
  for (uint32_t i = 0; i < ir->temps.n; i++)
    n += ir->temps.at[i].is_number;
  uint32_t *slot =
      base_arena_copy (program->arena, program->number_slot,
                       program->n_numbers * sizeof *slot, n * sizeof *slot);
  double *number =
      base_arena_copy (program->arena, program->number,
                       program->n_numbers * sizeof *number, n * sizeof *number);
  /* Those of expressions, then those of tables. */
  n = program->n_numbers;
  for (uint32_t i = 0; i < ir->temps.n; i++)
    if (ir->temps.at[i].is_number) {
      slot[n] = assembly->slot_of[i];
      number[n++] = ir->temps.at[i].number;
    }
  for (uint32_t i = 0; i < build->lower.loads.n; i++) {
    slot[n] = build->lower.loads.at[i].slot;
    number[n++] = build->lower.loads.at[i].number;
  }
  program->number_slot = slot;
  program->number = number;
  program->n_numbers = n;
}

static void
assemble (CodeBuild *build)
{
  CodeProgram *program = build->program;
  CodeAssembly assembly = code_assemble (build->ir, program->arena);

  resolve (build, &assembly);
  add_numbers (build, &assembly);
  program->n_slots = assembly.n_slots;
  program->n_fixed = build->n_fixed;
  program->n_kept = assembly.first_scratch;
  program->n_instructions = assembly.n_instructions;
  program->n_words = assembly.n_words;
  program->n_ranges = build->ir->ranges.n;
  program->words = assembly.words;
  program->range_at = assembly.range_at;
}

/* What is run: ranges of many equal instructions as loops. */
static void
make_loops (CodeProgram *p)
{
  g_autoptr (CodeLoops) loops = code_loops_new (p->n_kept, p->n_slots, UINT32_MAX);
  g_autofree uint32_t *words = g_new (uint32_t, p->n_words);
  uint32_t n;

  p->code = base_arena_array (p->arena, const uint32_t *, p->n_ranges);
  for (uint32_t r = 0; r < p->n_ranges; r++) {
    p->code[r] = p->words + p->range_at[r];
    n = code_loops_write (loops, p->code[r], words);
    if (n > 0)
      p->code[r] =
          base_arena_copy (p->arena, words, n * sizeof *words, n * sizeof *words);
  }
  p->first_looped = p->n_slots;
  p->n_slots = code_loops_end (loops);
}

static CodeProgram *
program_new (const DaeSystem *dae)
{
  CodeProgram *program = g_new0 (CodeProgram, 1);

  program->arena = base_arena_new ();
  program->n_vars = dae->n_vars;
  program->n_states = dae->n_states;
  return program;
}

/* A run without it would be wrong. */
static void
refuse (const CodeBuild *build)
{
  const FlatModel *flat = build->dae->flat;

  base_diags_add (build->diags, BASE_ERROR, 601,
                  flat->n_instances > 0 ? flat->instances[0].span : (BaseSpan){0},
                  "the model uses %s, which cannot be simulated yet",
                  _ (build->lower.unsupported));
}

/* All instructions. */
static void
lower (CodeBuild *build, const CodeJacobian *jacobian)
{
  code_poles_find (build);
  code_delays_find (build);
  code_build_layout (build);
  code_reach_find (build);
  build->program->slot_of = build->slot_of;
  build->program->sign_of = build->sign_of;
  build->ir = code_ir_new (build->arena, build->n_fixed);
  build->lower = (CodeLower){
      .arena = build->arena,
      .dae = build->dae,
      .ir = build->ir,
      .fixed_range = code_entry_range (CODE_PARAMETERS),
      .slot_of = build->slot_of,
      .sign_of = build->sign_of,
      .pre_of = build->pre_of,
      .crossing_of = build->crossing_of,
      .table_of = build->table_of,
      .delay_of = build->delay_of,
      .is_table_ready =
          base_arena_array (build->arena, bool, build->dae->flat->n_tables),
  };
  g_clear_pointer (&build->scratch, base_arena_free);
  /* All code, then what may be done only when all uses are known. */
  code_lower_init (&build->lower);
  code_build_entries (build);
  code_build_sections (build);
  code_build_selections (build);
  code_build_jacobian (build, jacobian);
  if (code_budget_is_spent (build, 0))
    return;
  /* Joined instructions, final slots. */
  code_fuse (build->ir);
  assemble (build);
}

CodeProgram *
code_build (const DaeSystem *dae, BaseDiags *diags)
{
  g_autoptr (BaseArena) arena = base_arena_new ();
  CodeBuild build = {.arena = arena,
                     .scratch = base_arena_new (),
                     .dae = dae,
                     .diags = diags,
                     .program = program_new (dae)};

  code_build_order_states (&build);
  CodeJacobian jacobian = code_jacobian_derive (&build);
  if (!build.is_spent) {
    build.matters = code_guard_derive (&build);
    lower (&build, &jacobian);
  }
  if (build.lower.unsupported != NULL)
    refuse (&build);
  /* What the code was made from goes before its loops come. */
  g_clear_pointer (&build.scratch, base_arena_free);
  g_clear_pointer (&arena, base_arena_free);
  if (build.is_spent || build.lower.unsupported != NULL)
    g_clear_pointer (&build.program, code_program_free);
  else
    make_loops (build.program);
  return build.program;
}

void
code_program_free (CodeProgram *program)
{
  if (program == NULL)
    return;
  base_arena_free (program->arena);
  g_free (program);
}

void
code_load (const CodeProgram *program, double *slots)
{
  for (uint32_t i = 0; i < program->n_slots; i++)
    slots[i] = 0.0;
  for (uint32_t i = 0; i < program->n_numbers; i++)
    slots[program->number_slot[i]] = program->number[i];
}

uint32_t
code_slot (const CodeProgram *program, uint32_t variable, double *sign)
{
  g_assert (variable < program->n_vars);
  *sign = program->sign_of[variable];
  return program->slot_of[variable];
}
