/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The document knows which level is shown; here is what keys and menus do with it, and
 * what is selected then. */
#include "desk/tool/levels.h"

#include <string.h>

#include "doc/level.h"

/* The only item that is selected, or NULL; borrowed. */
static const char *
selected (DeskStudio *studio)
{
  uint32_t n;
  const char *const *names = desk_selection_names (studio->selection, &n);

  return n == 1 ? names[0] : NULL;
}

bool
desk_levels_can_go_in (DeskStudio *studio)
{
  const char *item = selected (studio);

  return item != NULL && doc_level_inside (studio->document->doc, item) != NULL;
}

bool
desk_levels_can_go_out (DeskStudio *studio)
{
  return *doc_level (studio->document->doc) != '\0';
}

void
desk_levels_go_into (DeskStudio *studio, const char *item)
{
  const DocModel *doc = studio->document->doc;

  if (doc_level_inside (doc, item) == NULL)
    return;
  g_autofree char *level = doc_level_into (doc, item);
  desk_document_show_level (studio->document, level);
}

void
desk_levels_go_in (DeskStudio *studio)
{
  const char *item = selected (studio);

  if (item != NULL)
    desk_levels_go_into (studio, item);
}

void
desk_levels_go_to (DeskStudio *studio, const char *level)
{
  const char *from = doc_level (studio->document->doc);

  if (!desk_document_show_level (studio->document, level) || strcmp (from, level) == 0)
    return;
  const uint32_t item = doc_level_find_item (studio->document->doc, from);
  if (item != UINT32_MAX)
    desk_selection_set (studio->selection,
                        &doc_item (studio->document->doc, item)->name, 1);
}

void
desk_levels_go_out (DeskStudio *studio)
{
  g_autofree char *level = doc_level_around (doc_level (studio->document->doc));

  desk_levels_go_to (studio, level);
}

void
desk_levels_group (DeskStudio *studio)
{
  uint32_t n;
  const char *const *list = desk_selection_names (studio->selection, &n);
  g_auto (GStrv) names = g_strdupv ((char **) list); /* that list follows the edit */
  g_autoptr (GError) error = NULL;
  const char *name =
      doc_group (studio->document->doc, (const char *const *) names, n, &error);

  if (name != NULL)
    desk_selection_set (studio->selection, &name, 1);
  desk_message_error (&studio->messages, error);
}

void
desk_levels_ungroup (DeskStudio *studio)
{
  const char *item = selected (studio);
  g_autoptr (GPtrArray) added = g_ptr_array_new ();
  g_autoptr (GError) error = NULL;

  if (item != NULL && doc_ungroup (studio->document->doc, item, added, &error))
    desk_selection_set (studio->selection, (const char *const *) added->pdata,
                        added->len);
  desk_message_error (&studio->messages, error);
}

void
desk_levels_show (DeskStudio *studio, const BaseDiag *diag)
{
  if (diag->path == NULL || *diag->path == '\0')
    return;
  g_autofree char *level = doc_level_of (studio->document->doc, diag->path);
  desk_document_show_level (studio->document, level);
}
