/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Commands of menus and keys on what is selected: each is one undoable step of
 * `doc/edit/edit.h`, made apart if it may take long. They work on a copy of the
 * selected names, since the selection follows each edit. */
#include "desk/tool/commands.h"

#include <glib/gi18n.h>
#include <string.h>

#include "doc/level.h"

/* A copy of the selection: the studio's own list changes with every edit. */
static char **
names (DeskStudio *studio, uint32_t *n)
{
  return g_strdupv ((char **) desk_selection_names (studio->selection, n));
}

bool
desk_commands_has_items (DeskStudio *studio)
{
  uint32_t n;

  desk_selection_names (studio->selection, &n);
  return n > 0;
}

bool
desk_commands_has_one (DeskStudio *studio)
{
  uint32_t n;

  desk_selection_names (studio->selection, &n);
  return n == 1;
}

bool
desk_commands_has_series (DeskStudio *studio)
{
  enum { MOST = 8 }; /* each passes over all wires */
  uint32_t n;
  g_auto (GStrv) list = names (studio, &n);

  for (uint32_t i = 0; i < MIN (n, MOST); i++)
    if (!doc_is_in_series (studio->document->doc, list[i]))
      return false;
  return n > 0;
}

bool
desk_commands_has_any (DeskStudio *studio)
{
  return desk_commands_has_items (studio) ||
         desk_selection_wire (studio->selection) != UINT32_MAX;
}

bool
desk_commands_can_delete (DeskStudio *studio)
{
  return desk_commands_has_any (studio) ||
         desk_selection_note (studio->selection) != UINT32_MAX;
}

void
desk_commands_delete (DeskStudio *studio)
{
  DocModel *doc = studio->document->doc;
  const uint32_t wire = desk_selection_wire (studio->selection);
  const uint32_t note = desk_selection_note (studio->selection);
  uint32_t n;
  g_auto (GStrv) list = names (studio, &n);
  g_autoptr (GError) error = NULL;

  if (n > 0)
    doc_delete_items (doc, (const char *const *) list, n, &error);
  else if (wire != UINT32_MAX) {
    desk_selection_set_wire (studio->selection, UINT32_MAX);
    doc_delete_wire (doc, wire, &error);
  } else if (note != UINT32_MAX) {
    desk_selection_set_note (studio->selection, UINT32_MAX);
    doc_set_note (doc, note, NULL);
  }
  desk_message_error (&studio->messages, error);
}

void
desk_commands_delete_joined (DeskStudio *studio)
{
  uint32_t n;
  g_auto (GStrv) list = names (studio, &n);
  g_autoptr (GError) error = NULL;

  if (n > 0)
    doc_delete_joined (studio->document->doc, (const char *const *) list, n, &error);
  desk_message_error (&studio->messages, error);
}

/* The node of a path below another one; NULL: none. The caller unrefs it. */
static DeskVariableNode *
find_node (DeskVariableNode *from, const char *path)
{
  g_autoptr (GListModel) parts = desk_variable_node_children (from);
  const guint n = parts != NULL ? g_list_model_get_n_items (parts) : 0;

  for (guint i = 0; i < n; i++) {
    g_autoptr (DeskVariableNode) part = g_list_model_get_item (parts, i);
    const char *name = desk_variable_node_path (part);
    const size_t length = strlen (name);

    if (strncmp (name, path, length) != 0)
      continue;
    if (path[length] == '\0')
      return g_steal_pointer (&part);
    if (path[length] == '.')
      return find_node (part, path);
  }
  return NULL;
}

void
desk_commands_plot (DeskStudio *studio)
{
  const SimModel *model = desk_document_model (studio->document);
  g_autoptr (DeskVariableNode) root =
      model != NULL ? desk_variable_node_new (model) : NULL;
  uint32_t n;
  g_auto (GStrv) list = names (studio, &n);
  bool is_any = false;

  for (uint32_t i = 0; root != NULL && i < n; i++) {
    /* Of an array the first one. */
    g_autofree char *path = doc_level_into (studio->document->doc, list[i]);
    g_autoptr (DeskVariableNode) part = find_node (root, path);

    if (part != NULL)
      is_any |= desk_plots_drop (studio->plots, desk_plots_n (studio->plots), part);
  }
  if (!is_any)
    desk_message (&studio->messages,
                  model != NULL ? _ ("There is nothing to plot of this")
                                : _ ("Variables can be plotted once the diagram has "
                                     "no errors"));
}

void
desk_commands_rotate (DeskStudio *studio, bool counter_clockwise)
{
  uint32_t n;
  g_auto (GStrv) list = names (studio, &n);

  doc_rotate (studio->document->doc, (const char *const *) list, n, counter_clockwise);
}

void
desk_commands_flip (DeskStudio *studio, bool vertically)
{
  uint32_t n;
  g_auto (GStrv) list = names (studio, &n);

  doc_flip (studio->document->doc, (const char *const *) list, n, vertically);
}

void
desk_commands_nudge (DeskStudio *studio, double dx, double dy)
{
  uint32_t n;
  g_auto (GStrv) list = names (studio, &n);

  doc_move (studio->document->doc, (const char *const *) list, n, dx, dy);
}

void
desk_commands_align (DeskStudio *studio, DocAlign how)
{
  uint32_t n;
  g_auto (GStrv) list = names (studio, &n);

  if (n > 1)
    doc_align (studio->document->doc, (const char *const *) list, n, how);
}

/* All are commented out unless all are already. */
void
desk_commands_toggle_commented (DeskStudio *studio)
{
  DocModel *doc = studio->document->doc;
  bool is_all = true;
  uint32_t n;
  g_auto (GStrv) list = names (studio, &n);

  for (uint32_t i = 0; i < n; i++) {
    const uint32_t k = doc_find_item (doc, list[i]);

    is_all = is_all && k != UINT32_MAX && doc_item (doc, k)->is_commented;
  }
  if (n > 0)
    doc_set_commented (doc, (const char *const *) list, n, !is_all);
}

const char *
desk_commands_undo_label (DeskStudio *studio)
{
  const char *label = desk_document_edit_label (studio->document);

  return label != NULL ? label : doc_undo_label (studio->document->doc);
}

void
desk_commands_undo (DeskStudio *studio)
{
  if (!desk_document_drop_edit (studio->document))
    doc_undo (studio->document->doc);
}

/* ---- wires ---- */

/* What to lead anew: it outlives the selection, and numbers of wires. */
typedef struct {
  GHashTable *names; /* of items, interned */
  GPtrArray *ends;   /* of the wire, or none */
  DocWays *ways;     /* that were found the last time */
} Tidy;

static void
tidy_free (gpointer data)
{
  Tidy *tidy = data;

  g_hash_table_unref (tidy->names);
  g_ptr_array_unref (tidy->ends);
  doc_ways_free (tidy->ways);
  g_free (tidy);
}

static bool
is_wire (const DocWire *wire, const GPtrArray *ends)
{
  bool is_same = wire->n_ends == ends->len;

  for (uint32_t k = 0; is_same && k < wire->n_ends; k++)
    is_same = g_str_equal (wire->ends[k].name, ends->pdata[k]);
  return is_same;
}

/* That wire, or all wires that touch these items. */
static void
make_tidy (DocModel *doc, gpointer data)
{
  const Tidy *tidy = data;
  g_autofree uint32_t *wires = g_new (uint32_t, doc_n_wires (doc) + 1);
  uint32_t n = 0;

  for (uint32_t i = 0; i < doc_n_wires (doc); i++) {
    const DocWire *w = doc_wire (doc, i);
    bool is_touched = is_wire (w, tidy->ends);

    for (uint32_t k = 0; k < w->n_ends; k++)
      is_touched |=
          w->ends[k].item != UINT32_MAX &&
          g_hash_table_contains (tidy->names, doc_item (doc, w->ends[k].item)->name);
    if (is_touched)
      wires[n++] = i;
  }
  doc_tidy (doc, wires, n, tidy->ways);
}

void
desk_commands_tidy (DeskStudio *studio)
{
  const DocModel *doc = studio->document->doc;
  const uint32_t wire = desk_selection_wire (studio->selection);
  uint32_t n;
  const char *const *list = desk_selection_names (studio->selection, &n);
  Tidy *tidy = g_new (Tidy, 1);

  *tidy = (Tidy){g_hash_table_new (g_direct_hash, g_direct_equal),
                 g_ptr_array_new_with_free_func (g_free), doc_ways_new ()};
  for (uint32_t i = 0; i < n; i++)
    g_hash_table_add (tidy->names, (gpointer) list[i]);
  for (uint32_t k = 0; wire < doc_n_wires (doc) && k < doc_wire (doc, wire)->n_ends;
       k++)
    g_ptr_array_add (tidy->ends, g_strdup (doc_wire (doc, wire)->ends[k].name));
  desk_document_edit (studio->document,
                      (DeskEdit){_ ("Tidy wires"), make_tidy, tidy, tidy_free});
}

static const DocWire *
selected_wire (DeskStudio *studio)
{
  const DocModel *doc = studio->document->doc;
  const uint32_t wire = desk_selection_wire (studio->selection);

  return wire < doc_n_wires (doc) ? doc_wire (doc, wire) : NULL;
}

bool
desk_commands_has_wire (DeskStudio *studio)
{
  const DocWire *wire = selected_wire (studio);

  return wire != NULL && wire->tag == NULL;
}

bool
desk_commands_has_tag (DeskStudio *studio)
{
  const DocWire *wire = selected_wire (studio);

  return wire != NULL && wire->tag != NULL;
}

/* Its number stays, since no connect comes or goes. */
static void
set_tagged (DeskStudio *studio, bool is_tagged)
{
  const uint32_t wire = desk_selection_wire (studio->selection);
  g_autoptr (GError) error = NULL;

  if (doc_set_tagged (studio->document->doc, wire, is_tagged, &error))
    desk_selection_set_wire (studio->selection, wire);
  desk_message_error (&studio->messages, error);
}

void
desk_commands_show_as_tags (DeskStudio *studio)
{
  set_tagged (studio, true);
}

void
desk_commands_show_as_wire (DeskStudio *studio)
{
  set_tagged (studio, false);
}

/* The first wire shown as tags with an end of that name, UINT32_MAX: none. */
static uint32_t
find_tagged (const DocModel *doc, const char *end)
{
  for (uint32_t w = 0; w < doc_n_wires (doc); w++) {
    const DocWire *wire = doc_wire (doc, w);

    for (uint32_t k = 0; wire->tag != NULL && k < wire->n_ends; k++)
      if (strcmp (wire->ends[k].name, end) == 0)
        return w;
  }
  return UINT32_MAX;
}

char *
desk_commands_rename_tag (DeskStudio *studio, const char *end, const char *name)
{
  DocModel *doc = studio->document->doc;
  const uint32_t wire = find_tagged (doc, end);
  const uint32_t selected = desk_selection_wire (studio->selection);
  g_autoptr (GError) error = NULL;

  if (wire == UINT32_MAX) /* the diagram has changed meanwhile */
    return g_strdup_printf (_ ("%s has no tag any more"), end);
  if (doc_set_tag (doc, wire, name, &error) && selected != UINT32_MAX)
    desk_selection_set_wire (studio->selection, selected);
  return error != NULL ? g_strdup (error->message) : NULL;
}

/* The only item that is selected, or NULL. */
static const DocItem *
selected_item (DeskStudio *studio)
{
  const DocModel *doc = studio->document->doc;
  uint32_t n;
  const char *const *names = desk_selection_names (studio->selection, &n);
  const uint32_t k = n == 1 ? doc_find_item (doc, names[0]) : UINT32_MAX;

  return k != UINT32_MAX ? doc_item (doc, k) : NULL;
}

bool
desk_commands_can_chain (DeskStudio *studio, bool is_chained)
{
  const DocItem *item = selected_item (studio);

  if (item == NULL || item->array == NULL)
    return false;
  return is_chained ? doc_can_chain (studio->document->doc, item->name)
                    : item->array->n_links > 0;
}

static void
set_chained (DeskStudio *studio, bool is_chained)
{
  const DocItem *item = selected_item (studio);
  g_autoptr (GError) error = NULL;

  if (item != NULL && is_chained)
    doc_chain (studio->document->doc, item->name, &error);
  else if (item != NULL)
    doc_unchain (studio->document->doc, item->name, &error);
  desk_message_error (&studio->messages, error);
}

void
desk_commands_chain (DeskStudio *studio)
{
  set_chained (studio, true);
}

void
desk_commands_unchain (DeskStudio *studio)
{
  set_chained (studio, false);
}

/* All items; the caller frees the list. */
static const char **
all_names (const DocModel *doc, uint32_t *n)
{
  const char **all = g_new (const char *, doc_n_items (doc) + 1);

  *n = doc_n_items (doc);
  for (uint32_t i = 0; i < *n; i++)
    all[i] = doc_item (doc, i)->name;
  return all;
}

void
desk_commands_select_all (DeskStudio *studio)
{
  uint32_t n;
  g_autofree const char **all = all_names (studio->document->doc, &n);

  desk_selection_set (studio->selection, all, n);
}

void
desk_commands_assume (DeskStudio *studio)
{
  uint32_t n;
  g_autofree const char **all = all_names (studio->document->doc, &n);
  g_autoptr (GError) error = NULL;

  doc_assume (studio->document->doc, all, n, &error);
  desk_message_error (&studio->messages, error);
}

void
desk_commands_confirm (DeskStudio *studio)
{
  uint32_t n;
  g_autofree const char **all = all_names (studio->document->doc, &n);
  g_autoptr (GError) error = NULL;

  doc_confirm (studio->document->doc, all, n, &error);
  desk_message_error (&studio->messages, error);
}

char *
desk_commands_copy (DeskStudio *studio)
{
  uint32_t n;
  const char *const *list = desk_selection_names (studio->selection, &n);

  return n > 0 ? doc_copy (studio->document->doc, list, n) : NULL;
}

/* At once, large ones too: the keys that follow are for the copies. */
static bool
paste (DeskStudio *studio, const char *text, DocPoint at, bool makes_way)
{
  g_autoptr (GPtrArray) added = g_ptr_array_new ();
  g_autoptr (GError) error = NULL;
  const bool is_done =
      doc_paste (studio->document->doc, text, at, makes_way, added, &error);

  if (is_done)
    desk_selection_set (studio->selection, (const char *const *) added->pdata,
                        added->len);
  desk_message_error (&studio->messages, error);
  return is_done;
}

bool
desk_commands_paste (DeskStudio *studio, const char *text, DocPoint at)
{
  return paste (studio, text, at, true);
}

DocRect
desk_commands_bounds (DeskStudio *studio)
{
  const DocModel *doc = studio->document->doc;
  uint32_t n;
  const char *const *list = desk_selection_names (studio->selection, &n);
  const DocRect all = doc_items_bounds (doc, list, n);

  return all.x1 <= all.x2 ? all : doc_bounds (doc);
}

/* The copy, `by` from the selection. */
static void
duplicate (DeskStudio *studio, DocPoint by, bool makes_way)
{
  const DocRect box = desk_commands_bounds (studio);
  const DocPoint at = {(box.x1 + box.x2) / 2 + by.x, (box.y1 + box.y2) / 2 + by.y};
  g_autofree char *text = desk_commands_copy (studio);

  if (text != NULL)
    paste (studio, text, at, makes_way);
}

void
desk_commands_duplicate (DeskStudio *studio)
{
  duplicate (studio, (DocPoint){0, 0}, true);
}

void
desk_commands_duplicate_to (DeskStudio *studio, DocPoint by)
{
  duplicate (studio, by, false);
}

const char *
desk_commands_add (DeskStudio *studio, const char *class_name, DocPoint at)
{
  g_autoptr (GError) error = NULL;
  const char *name = doc_add (studio->document->doc, class_name, at, true, &error);

  if (name != NULL)
    desk_selection_set (studio->selection, &name, 1);
  desk_message_error (&studio->messages, error);
  return name;
}
