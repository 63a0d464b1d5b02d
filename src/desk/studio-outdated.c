/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whether the current run is one of the model on the screen. The texts of both are
 * compared after each change of one of them; what differs is put into words. */
#include <glib/gi18n.h>
#include <string.h>

#include "desk/describe.h"
#include "desk/studio-private.h"
#include "doc/changes.h"

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
    desk_describe_value (out, sim_model_var (model, variable), changes->name, value);
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

/* Another component of the file may be shown by now. */
static bool
is_of_shown (DeskStudio *self, const DeskRun *run)
{
  const LangClass *shown = doc_class (self->doc);
  const char *name = doc_changes_find (run->file, doc_file (self->doc), run->component);

  return shown == NULL || name == NULL || strcmp (name, shown->name) == 0;
}

void
desk_studio_compare_run (DeskStudio *self)
{
  const DeskRun *run = self->current;
  g_auto (DocChanges) changes = {0};

  if (run != NULL)
    changes = doc_changes (run->file, doc_file (self->doc));
  g_autofree char *text = NULL;
  if (run != NULL && !is_of_shown (self, run))
    text = g_strdup_printf (_ ("of %s"), run->component);
  else if (changes.n > 0)
    text = changes_to_text (run, &changes);
  if (g_strcmp0 (text, self->outdated) == 0)
    return;
  g_free (self->outdated);
  self->outdated = g_steal_pointer (&text);
  desk_studio_tell (self, DESK_STUDIO_RUN_CHANGED);
}

const char *
desk_studio_outdated (DeskStudio *self)
{
  return self->outdated;
}
