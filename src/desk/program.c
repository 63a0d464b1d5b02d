/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The live program is the diagram's component extended: a text is written that connects
 * a puller to every port where the moving picture offers a body, and compiled beside
 * the diagram.
 */
#include "desk/program.h"

#include <string.h>

#include "lang/parse.h"
#include "run/compile.h"

struct DeskProgram {
  gatomicrefcount n_refs;
  char **tables; /* that it may read, for the live one */
  SimModel *model;
  SimOptions options;
  FigureMotion *motion;
  GPtrArray *ports; /* of the pullers, by number */
};

/* A puller is a pull whose way are parameters. The names are no user's. */
#define PULLER_CLASS "DashpotHand"
#define PULLER_NAME  "dashpotHand"

DeskProgram *
desk_program_new (const LibIndex *index,
                  const LibEntry *entry,
                  const LibEntry *analysis,
                  const BaseLimits *limits,
                  BaseDiags *diags)
{
  const RunTarget target = {.model = analysis != NULL ? analysis : entry,
                            .stand_in = entry,
                            .limits = *limits};
  RunSettings settings;
  SimModel *model = run_compile (index, &target, &settings, diags);

  if (model == NULL)
    return NULL;
  DeskProgram *program = g_new0 (DeskProgram, 1);
  g_atomic_ref_count_init (&program->n_refs);
  program->tables = g_strdupv ((char **) limits->tables);
  program->model = model;
  program->options = settings.options;
  program->motion = figure_motion_new (model, diags);
  program->ports = g_ptr_array_new_with_free_func (g_free);
  return program;
}

/* Only ports of the diagram's own components can be connected. */
static bool
can_hold (const FigureElement *element)
{
  const char *dot = element->port != NULL ? strchr (element->port, '.') : NULL;

  return dot != NULL && strchr (dot + 1, '.') == NULL;
}

static uint32_t
find_member (const DeskProgram *program, const char *path, const char *member)
{
  g_autofree char *name = g_strconcat (path, ".", member, NULL);

  return sim_model_find (program->model, name);
}

/* False if nothing pulls at such a port. */
static bool
find_kind (const DeskProgram *program, const char *port, DeskPullerKind *kind)
{
  const LibTree *tree = sim_model_tree (program->model);
  uint32_t i = 0;

  while (i < tree->n_instances && strcmp (tree->instances[i].path, port) != 0)
    i++;
  if (i == tree->n_instances)
    return false;
  /* What its connector says, all of it or nothing. */
  const LangJson *meta =
      lang_json_get (tree->instances[i].entry->class->metadata, "Dyad");
  const LangJson *pull = lang_json_get (meta, "pull");
  const LangJson *at = lang_json_find (meta, "motion/at");
  const char *moves = lang_json_string (lang_json_find (meta, "motion/moves"), "");
  *kind = (DeskPullerKind){
      .class = lang_json_string (lang_json_get (pull, "class"), NULL),
      .base = lang_json_string (lang_json_get (pull, "base"), NULL),
      .port = lang_json_string (lang_json_get (pull, "port"), NULL),
      .mass = lang_json_string (lang_json_get (pull, "mass"), NULL),
      .coordinate =
          at != NULL && at->n > 0 ? lang_json_string (at->items[0], NULL) : NULL,
      .is_planar = strcmp (moves, "plane") == 0,
  };
  return kind->class != NULL && kind->base != NULL && kind->port != NULL &&
         kind->mass != NULL && kind->coordinate != NULL;
}

uint32_t
desk_program_port_coordinate (const DeskProgram *program, const char *port)
{
  DeskPullerKind kind;

  return find_kind (program, port, &kind) && !kind.is_planar
             ? find_member (program, port, kind.coordinate)
             : UINT32_MAX;
}

static GPtrArray *
ports_of (const DeskProgram *plain)
{
  GPtrArray *ports = g_ptr_array_new_with_free_func (g_free);

  for (uint32_t i = 0; i < figure_motion_n_elements (plain->motion); i++) {
    const FigureElement *element = figure_motion_element (plain->motion, i);
    DeskPullerKind kind;

    if (can_hold (element) && find_kind (plain, element->port, &kind) &&
        !g_ptr_array_find_with_equal_func (ports, element->port, g_str_equal, NULL))
      g_ptr_array_add (ports, g_strdup (element->port));
  }
  return ports;
}

/* The number of the class of pullers of this kind, written if it is new. */
static guint
write_class (GString *text, GPtrArray *bases, const DeskPullerKind *kind)
{
  guint i;

  if (g_ptr_array_find_with_equal_func (bases, kind->base, g_str_equal, &i))
    return i;
  g_ptr_array_add (bases, (gpointer) kind->base);
  g_string_append_printf (text,
                          "component " PULLER_CLASS "%u\n"
                          "  extends %s(c = 0)\n"
                          "  parameter held::Boolean = false\n"
                          "  parameter hand::%s\n"
                          "relations\n"
                          "  is_held = held\n"
                          "  target = hand\n"
                          "end\n",
                          bases->len - 1, kind->base,
                          kind->is_planar ? "Real[2] = [0, 0]" : "Real = 0");
  return bases->len - 1;
}

static char *
write_live (const DeskProgram *plain, const LibEntry *entry, const GPtrArray *ports)
{
  g_autoptr (GPtrArray) bases = g_ptr_array_new ();
  GString *text = g_string_new (NULL);
  g_autoptr (GString) parts = g_string_new (NULL);
  g_autoptr (GString) joins = g_string_new (NULL);
  DeskPullerKind kind;

  for (guint i = 0; i < ports->len; i++) {
    const char *port = ports->pdata[i];

    find_kind (plain, port, &kind);
    g_string_append_printf (parts, "  " PULLER_NAME "%u = " PULLER_CLASS "%u()\n", i,
                            write_class (text, bases, &kind));
    g_string_append_printf (joins, "  connect(%s, " PULLER_NAME "%u.%s)\n", port, i,
                            kind.port);
  }
  g_string_append_printf (text,
                          "component DashpotLive\n  extends %s\n%srelations\n%send\n",
                          entry->class->name, parts->str, joins->str);
  return g_string_free (text, FALSE);
}

DeskProgram *
desk_program_new_live (const LibIndex *index,
                       const LibEntry *entry,
                       const LibEntry *analysis,
                       const DeskProgram *plain,
                       const int *stop_flag)
{
  const BaseLimits limits = {.tables = (const char *const *) plain->tables,
                             .stop_flag = stop_flag};
  g_autoptr (GPtrArray) ports = ports_of (plain);
  g_autoptr (BaseDiags) diags = base_diags_new ();

  if (ports->len == 0)
    return NULL;
  /* The diagram with pullers, as a text beside it. */
  g_autofree char *text = write_live (plain, entry, ports);
  BaseSource *source = base_source_new ("live.dyad", text, strlen (text));
  LangFile *file = lang_parse (source, diags);
  LibIndex *with = lib_index_put (index, file, entry->namespace, diags);
  const LibEntry *live =
      lib_index_of_class (with, lang_file_class (file, lang_file_n_classes (file) - 1));
  DeskProgram *program =
      live != NULL ? desk_program_new (with, live, analysis, &limits, diags) : NULL;

  if (program != NULL) {
    g_ptr_array_unref (program->ports);
    program->ports = g_steal_pointer (&ports);
  }
  lib_index_unref (with);
  lang_file_unref (file);
  base_source_unref (source);
  return program;
}

DeskProgram *
desk_program_ref (DeskProgram *program)
{
  g_atomic_ref_count_inc (&program->n_refs);
  return program;
}

void
desk_program_unref (DeskProgram *program)
{
  if (program == NULL || !g_atomic_ref_count_dec (&program->n_refs))
    return;
  figure_motion_free (program->motion);
  sim_model_unref (program->model);
  g_ptr_array_unref (program->ports);
  g_strfreev (program->tables);
  g_free (program);
}

const SimModel *
desk_program_model (const DeskProgram *program)
{
  return program->model;
}

const SimOptions *
desk_program_options (const DeskProgram *program)
{
  return &program->options;
}

FigureMotion *
desk_program_motion (const DeskProgram *program)
{
  return program->motion;
}

FigureMotion *
desk_program_draw_again (const DeskProgram *program)
{
  return figure_motion_new (program->model, NULL);
}

static bool
find_part (const DeskProgram *program,
           guint puller,
           const char *part,
           uint32_t *variable)
{
  g_autofree char *name = g_strdup_printf (PULLER_NAME "%u", puller);

  *variable = find_member (program, name, part);
  return *variable != UINT32_MAX &&
         sim_model_var (program->model, *variable)->is_settable;
}

bool
desk_program_find_puller (const DeskProgram *program,
                          const char *port,
                          DeskPuller *puller)
{
  guint i;

  if (!g_ptr_array_find_with_equal_func (program->ports, port, g_str_equal, &i) ||
      !find_kind (program, port, &puller->kind) ||
      !find_part (program, i, "c", &puller->c) ||
      !find_part (program, i, "d", &puller->d) ||
      !find_part (program, i, "held", &puller->is_held))
    return false;
  if (!puller->kind.is_planar)
    return find_part (program, i, "hand", &puller->puller[0]);
  return find_part (program, i, "r[1]", &puller->point[0]) &&
         find_part (program, i, "r[2]", &puller->point[1]) &&
         find_part (program, i, "hand[1]", &puller->puller[0]) &&
         find_part (program, i, "hand[2]", &puller->puller[1]);
}

bool
desk_program_is_users (const char *variable)
{
  return !g_str_has_prefix (variable, PULLER_NAME);
}
