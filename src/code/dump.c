/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The program as text: ranges of code with the names of their entries and sections,
 * slots by the names of their variables, results without a name numbered as they come,
 * so that the text does not depend on where slots lie. */
#include "base/number.h"
#include "code/build/ir.h"

static const char *const TEXT[CODE_N_OPS] = {
#define X(name, text, n_args, value, ...) [CODE_##name] = (text),
    CODE_OPS (X)
#undef X
};

static const char *const ENTRY[CODE_N_ENTRIES] = {
    [CODE_PARAMETERS] = "parameters", [CODE_JACOBIAN_CONSTANT] = "jacobian constant",
    [CODE_GUESSES] = "guesses",       [CODE_ITERATES] = "iterates",
    [CODE_INDICATORS] = "indicators", [CODE_INSTANTS] = "instants",
    [CODE_NOISE] = "noise",           [CODE_WATCHED] = "watched",
    [CODE_DISCRETE] = "discrete",     [CODE_ACTIONS] = "actions",
    [CODE_CHECKS] = "checks",         [CODE_ASSERTS] = "asserts",
    [CODE_DIVISORS] = "divisors",     [CODE_QUOTIENTS] = "quotients",
    [CODE_SIGNALS] = "signals",       [CODE_JACOBIAN] = "jacobian",
};

static const char *const SECTION[CODE_N_SECTIONS] = {
    [CODE_START] = "start", [CODE_DYNAMIC] = "dynamic", [CODE_OUTPUT] = "output",
    [CODE_WATCH] = "watch", [CODE_GUARD] = "guard",     [CODE_RECORD] = "record",
    [CODE_POLES] = "poles",
};

typedef struct {
  GString *out;
  const CodeProgram *program;
  const char **name; /* by slot, NULL: none */
  const double **number;
  uint32_t n_shown; /* results without a name, numbered as they come */
  BaseArena *arena; /* of names made here */
} Dump;

static void
name_crossings (Dump *d)
{
  for (uint32_t r = 0; r < d->program->n_crossings; r++) {
    const CodeCrossing *crossing = &d->program->crossings[r];

    d->name[crossing->slot] = base_arena_printf (d->arena, "crossing%u", r + 1);
    d->name[crossing->indicator] = base_arena_printf (d->arena, "indicator%u", r + 1);
    d->name[crossing->noise] = base_arena_printf (d->arena, "noise%u", r + 1);
  }
}

static Dump
begin (GString *out, const CodeProgram *program, const DaeSystem *dae)
{
  Dump d = {.out = out,
            .program = program,
            .name = g_new0 (const char *, program->n_slots),
            .number = g_new0 (const double *, program->n_slots),
            .arena = base_arena_new ()};

  d.name[CODE_TIME] = "time";
  d.name[CODE_INITIAL] = "initial()";
  name_crossings (&d);
  for (uint32_t i = 0; i < program->n_numbers; i++)
    if (program->number_slot[i] >= program->n_fixed)
      d.number[program->number_slot[i]] = &program->number[i];
  if (dae == NULL)
    return d;
  for (uint32_t v = 0; v < dae->n_vars; v++)
    if (dae->vars[v].kind != DAE_ALIAS)
      d.name[program->slot_of[v]] = dae->vars[v].name;
  for (uint32_t i = 0; i < program->n_discrete; i++)
    d.name[program->discrete[i].pre] =
        base_arena_printf (d.arena, "pre(%s)", d.name[program->discrete[i].slot]);
  return d;
}

static void
print_slot (Dump *d, uint32_t slot)
{
  char text[BASE_NUMBER_SIZE];

  if (d->name[slot] == NULL && d->number[slot] == NULL && slot < d->program->n_kept)
    d->name[slot] = base_arena_printf (d->arena, "s%u", ++d->n_shown);
  if (d->name[slot] != NULL)
    g_string_append (d->out, d->name[slot]);
  else if (d->number[slot] != NULL)
    g_string_append (d->out, base_number_to_text (*d->number[slot], text));
  else
    g_string_append_printf (d->out, "t%u", slot - d->program->n_kept);
}

/* An operand is a capital letter that stands alone in the text of the instruction. */
static void
print_instruction (Dump *d, const uint32_t *words)
{
  g_string_append (d->out, "  ");
  print_slot (d, words[1]);
  g_string_append (d->out, " = ");
  for (const char *c = TEXT[words[0]]; *c != '\0'; c++) {
    if (*c >= 'A' && *c < 'A' + CODE_MAX_ARGS)
      print_slot (d, words[2 + *c - 'A']);
    else
      g_string_append_c (d->out, *c);
  }
  g_string_append_c (d->out, '\n');
}

static void
print_range (Dump *d, const char *title, uint32_t range)
{
  const uint32_t *words = d->program->words + d->program->range_at[range];

  if (words[0] == CODE_RETURN)
    return;
  g_string_append_printf (d->out, "%s:\n", title);
  while (words[0] != CODE_RETURN) {
    print_instruction (d, words);
    words += 2 + code_ir_n_args ((CodeOp) words[0]);
  }
}

static void
print_slots (Dump *d, const char *title, const uint32_t *slots, uint32_t n)
{
  g_string_append_printf (d->out, "    %s:", title);
  for (uint32_t i = 0; i < n; i++) {
    g_string_append_c (d->out, ' ');
    print_slot (d, slots[i]);
  }
  g_string_append_c (d->out, '\n');
}

static void
print_section (Dump *d, CodeSection which)
{
  const CodeSteps *steps = &d->program->sections[which];

  for (uint32_t i = 0; i < steps->n; i++) {
    const CodeStep *step = &steps->steps[i];

    print_range (d, SECTION[which], step->before);
    if (step->n == 0)
      continue;
    g_string_append_printf (d->out, "%s, %s%s system of %u:\n", SECTION[which],
                            step->is_constant ? "constant " : "",
                            step->is_linear ? "linear" : "nonlinear", step->n);
    print_slots (d, "unknown", step->unknown, step->n);
    print_slots (d, "residual", step->residual, step->n);
    print_slots (d, "entries", step->entry, step->n_entries);
    print_range (d, "    at once", step->solution_code);
    print_range (d, "    inner", step->inner_code);
    print_range (d, "    residuals", step->residual_code);
    print_range (d, "    matrix", step->jacobian_code);
  }
}

static void
print_matrix (Dump *d)
{
  const CodeMatrix *m = &d->program->matrix;

  g_string_append_printf (d->out, "matrix %u x %u, %u states, %u entries\n", m->n, m->n,
                          m->n_states, m->col_start[m->n]);
  for (uint32_t c = 0; c < m->n; c++)
    for (uint32_t k = m->col_start[c]; k < m->col_start[c + 1]; k++) {
      g_string_append_printf (d->out, "  (%u, %u) ", m->row[k], c);
      print_slot (d, m->value[k]);
      g_string_append_c (d->out, '\n');
    }
}

void
code_dump (GString *out, const CodeProgram *program, const DaeSystem *dae)
{
  Dump d = begin (out, program, dae);

  g_string_append_printf (out, "slots %u, instructions %u\n", program->n_slots,
                          program->n_instructions);
  for (uint32_t e = 0; e < CODE_JACOBIAN_CONSTANT; e++)
    print_range (&d, ENTRY[e], code_entry_range ((CodeEntry) e));
  for (uint32_t e = CODE_GUESSES; e < CODE_JACOBIAN; e++)
    print_range (&d, ENTRY[e], code_entry_range ((CodeEntry) e));
  for (uint32_t s = 0; s < CODE_N_SECTIONS; s++)
    print_section (&d, (CodeSection) s);
  print_range (&d, ENTRY[CODE_JACOBIAN_CONSTANT],
               code_entry_range (CODE_JACOBIAN_CONSTANT));
  print_range (&d, ENTRY[CODE_JACOBIAN], code_entry_range (CODE_JACOBIAN));
  print_matrix (&d);
  base_arena_free (d.arena);
  g_free (d.name);
  g_free (d.number);
}
