/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Compares the text that a run is of with the diagram, and puts what differs into
 * words.
 */
#include "desk/run/outdated.h"

#include <glib/gi18n.h>
#include <string.h>

#include "desk/quantity.h"
#include "doc/changes.h"
#include "doc/level.h"

/* "spring.c = 4000 N/m", with the unit that the variable has in the run. */
static char *
value_to_text (const DeskRun *run, const DocChanges *changes)
{
  const SimModel *model = desk_program_model (run->program);
  uint32_t variable = sim_model_find (model, changes->name);
  GString *out = g_string_new (NULL);
  char *end = changes->value;
  double value = g_ascii_strtod (changes->value, &end);

  if (variable != UINT32_MAX && end != changes->value && *end == '\0')
    desk_quantity_append (out, sim_model_var (model, variable), changes->name, value);
  else if (strcmp (changes->name, "stop") == 0)
    g_string_append_printf (out, _ ("stop time = %s s"), changes->value);
  else
    g_string_append_printf (out, "%s = %s", changes->name, changes->value);
  return g_string_free (out, FALSE);
}

static char *
changes_to_text (const DeskRun *run, const DocChanges *changes)
{
  if (changes->n > 1)
    return g_strdup_printf (
        g_dngettext (NULL, "before %u change", "before %u changes", changes->n),
        changes->n);
  switch (changes->kind) {
  case DOC_CHANGE_VALUE: {
    g_autofree char *value = value_to_text (run, changes);

    return g_strdup_printf (_ ("before %s"), value);
  }
  case DOC_CHANGE_ADDED:
    return g_strdup_printf (_ ("before %s was added"), changes->name);
  case DOC_CHANGE_REMOVED:
    return g_strdup_printf (_ ("before %s was removed"), changes->name);
  case DOC_CHANGE_RENAMED:
    return g_strdup_printf (_ ("before %s was renamed to %s"), changes->name,
                            changes->value);
  case DOC_CHANGE_OUT:
    return g_strdup_printf (_ ("before %s was commented out"), changes->name);
  case DOC_CHANGE_IN:
    return g_strdup_printf (_ ("before %s was put back"), changes->name);
  case DOC_CHANGE_OTHER:
    break;
  }
  return changes->name != NULL
             ? g_strdup_printf (_ ("before a change of %s"), changes->name)
             : g_strdup (_ ("before a change"));
}

/* Another component of the file may be the model by now. */
static bool
is_of_root (const DeskRun *run, const DocModel *doc)
{
  const LangClass *root = doc_level_root (doc);
  const char *name = doc_changes_find (run->file, doc_file (doc), run->component);

  return root == NULL || name == NULL || strcmp (name, root->name) == 0;
}

char *
desk_outdated (const DeskRun *run, const DocModel *doc)
{
  g_auto (DocChanges) changes = doc_changes (run->file, doc_file (doc));

  if (!is_of_root (run, doc))
    return g_strdup_printf (_ ("of %s"), run->component);
  return changes.n > 0 ? changes_to_text (run, &changes) : NULL;
}
