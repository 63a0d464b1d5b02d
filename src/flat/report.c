/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Diagnostics of the passes: what is wrong in the text of a library is told at the
 * component of the user that brought it in. Faults of an expression show in each
 * instance of a class and each turn of a loop; a set of those told keeps them to one.
 */

#include <glib/gi18n-lib.h>
#include <string.h>

#include "flat/value/value.h"
#include "lib/text.h"

bool
flat_report_is_users (const FlatBuild *build, const BaseSource *source)
{
  for (uint32_t i = 0; i < build->sources.n; i++)
    if (build->sources.at[i] == source)
      return true;
  return source == NULL;
}

BaseSpan
flat_report_place (const FlatBuild *build, const FlatNode *node, BaseSpan span)
{
  if (flat_report_is_users (build, span.source))
    return span;
  for (const FlatNode *outer = node; outer != NULL; outer = outer->parent)
    if (flat_report_is_users (build, outer->span.source))
      return outer->span;
  return span;
}

/* Faults of an expression, wherever it is read. */
static bool
is_of_text (uint32_t number)
{
  return number == 202 || number == 302 || (number >= 307 && number <= 310) ||
         number == 312;
}

/* Such a fault shows in each instance of a component and in each turn of a loop; one
 * report is enough. What a library's text says of different parts of the user is told
 * for each, and so is what each part lacks. */
static bool
is_repeated (FlatBuild *build, uint32_t number, BaseSpan span, BaseSpan place)
{
  return !g_hash_table_add (build->reports,
                            g_strdup_printf ("%u %p %u %u %p %u", number,
                                             (void *) span.source, span.begin, span.end,
                                             (void *) place.source, place.begin));
}

bool
flat_report_as (FlatBuild *build,
                FlatCode code,
                BaseSpan span,
                const FlatNode *node,
                const char *format,
                ...)
{
  BaseSpan place = flat_report_place (build, node, span);
  uint32_t line, column;
  va_list args;

  if (is_of_text (code.number) && is_repeated (build, code.number, span, place)) {
    base_diags_drop (build->diags);
    return false;
  }
  /* Told at a place that the user can see, with a hint at the library's. */
  va_start (args, format);
  g_autofree char *text = g_strdup_vprintf (_ (format), args);
  va_end (args);
  base_diags_add (build->diags, code.severity, code.number, place, "%s", text);
  if (node != NULL && node->path_length > 0)
    base_diags_set_path (build->diags, node->path);
  if (place.source == span.source)
    return false;
  base_source_locate (span.source, span.begin, &line, &column);
  g_autofree char *file = g_path_get_basename (base_source_path (span.source));
  base_diags_set_hint (build->diags, "it stands in %s, line %u", file, line);
  return false;
}

void
flat_report_hint_to_set (FlatBuild *build, const FlatNode *owner, const char *parameter)
{
  base_diags_set_hint (build->diags, "give %s of `%s` a value: `%s(%s = …)`", parameter,
                       owner->name, owner->name, parameter);
}

/* What a documentation begins with, as part of a sentence: "Inclination of the path, 0
 * is level" gives "inclination of the path". */
static char *
subject_of (const char *doc)
{
  g_autofree char *text = lib_text_doc (doc);
  const bool is_english = doc != NULL && strcmp (text, doc) == 0;
  char *subject = g_strndup (text, strcspn (text, ",.;:(`=\n"));

  g_strchomp (subject);
  /* Elsewhere nouns may have capitals. */
  if (is_english && g_ascii_isupper (subject[0]) && g_ascii_islower (subject[1]))
    subject[0] = g_ascii_tolower (subject[0]);
  return subject;
}

static void
report_needed (FlatBuild *build,
               const FlatNode *owner,
               const char *name,
               const char *doc)
{
  g_autofree char *subject = subject_of (doc);

  if (*subject != '\0')
    flat_report (build, 301, owner->span, owner, "`%s` needs a value for %s (%s)",
                 owner->path, name, subject);
  else
    flat_report (build, 301, owner->span, owner, "`%s` needs a value for %s",
                 owner->path, name);
  if (strchr (name, '[') == NULL)
    flat_report_hint_to_set (build, owner, name);
}

void
flat_report_missing (FlatBuild *build, FlatNode *node, const LangDecl *parameter)
{
  FlatNode *owner = flat_node_owner (node);
  const char *name = parameter->name;
  BaseSpan declared = parameter->name_span;

  if (node->is_void)
    return;
  for (; flat_node_is_struct (owner); owner = owner->parent) {
    name = base_arena_printf (build->arena, "%s.%s", owner->name, name);
    declared = owner->span;
  }
  if (build->is_part && owner->parent == NULL)
    build->is_incomplete = true;
  else if (owner->parent != NULL)
    report_needed (build, owner, name, parameter->doc);
  else {
    flat_report (build, 301, declared, owner, "the parameter %s has no value", name);
    base_diags_set_hint (build->diags, "give it a default or set it in the analysis");
  }
}

void
flat_report_hint_member (FlatBuild *build,
                         const LibClass *class,
                         const char *name,
                         LibMemberKind kind)
{
  if (base_diags_wants_hint (build->diags))
    lang_near_hint (build->diags, LANG_FOREIGN_MEMBER, name,
                    lib_class_near (class, name, kind));
}
