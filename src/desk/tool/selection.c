/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The selected items, by name, or one wire by its number. Names that leave the diagram
 * are forgotten when its revision changes, the wire at any change, since numbers of
 * wires change with the text. */
#include "desk/tool/selection.h"

#include <string.h>

#include "base/name.h"

struct _DeskSelection {
  GObject parent;

  DeskDocument *document; /* outlives it */
  GPtrArray *names;
  GHashTable *is_in; /* the same: each item that is drawn is asked for */
  uint32_t wire;
  uint32_t note;
};

G_DEFINE_FINAL_TYPE (DeskSelection, desk_selection, G_TYPE_OBJECT)

const char *const *
desk_selection_names (const DeskSelection *self, uint32_t *n)
{
  if (n != NULL)
    *n = self->names->len;
  return (const char *const *) self->names->pdata;
}

bool
desk_selection_has (const DeskSelection *self, const char *name)
{
  return g_hash_table_contains (self->is_in, base_name (name));
}

static void
replace (DeskSelection *self, GPtrArray *names, uint32_t wire, uint32_t note)
{
  const bool is_same =
      wire == self->wire && note == self->note && names->len == self->names->len &&
      (names->len == 0 ||
       memcmp (names->pdata, self->names->pdata, names->len * sizeof (gpointer)) == 0);

  g_ptr_array_unref (self->names);
  self->names = names;
  g_hash_table_remove_all (self->is_in);
  for (guint i = 0; i < names->len; i++)
    g_hash_table_add (self->is_in, names->pdata[i]);
  self->wire = wire;
  self->note = note;
  if (!is_same)
    g_object_notify (G_OBJECT (self), "names");
}

void
desk_selection_set (DeskSelection *self, const char *const *names, uint32_t n)
{
  GPtrArray *fresh = g_ptr_array_new_null_terminated (n, NULL, TRUE);

  for (uint32_t i = 0; i < n; i++)
    g_ptr_array_add (fresh, (gpointer) base_name (names[i]));
  replace (self, fresh, UINT32_MAX, UINT32_MAX);
}

uint32_t
desk_selection_wire (const DeskSelection *self)
{
  return self->wire;
}

void
desk_selection_set_wire (DeskSelection *self, uint32_t wire)
{
  replace (self, g_ptr_array_new_null_terminated (0, NULL, TRUE), wire, UINT32_MAX);
}

uint32_t
desk_selection_note (const DeskSelection *self)
{
  return self->note;
}

void
desk_selection_set_note (DeskSelection *self, uint32_t note)
{
  replace (self, g_ptr_array_new_null_terminated (0, NULL, TRUE), UINT32_MAX, note);
}

static void
prune (DeskSelection *self)
{
  GPtrArray *left = g_ptr_array_new_null_terminated (self->names->len, NULL, TRUE);

  for (guint i = 0; i < self->names->len; i++)
    if (doc_find_item (self->document->doc, self->names->pdata[i]) != UINT32_MAX)
      g_ptr_array_add (left, self->names->pdata[i]);
  replace (self, left, UINT32_MAX,
           self->note < doc_n_notes (self->document->doc) ? self->note : UINT32_MAX);
}

static void
clear (DeskSelection *self)
{
  desk_selection_set (self, NULL, 0);
}

static void
desk_selection_finalize (GObject *object)
{
  g_ptr_array_unref (DESK_SELECTION (object)->names);
  g_hash_table_unref (DESK_SELECTION (object)->is_in);
  G_OBJECT_CLASS (desk_selection_parent_class)->finalize (object);
}

static void
desk_selection_class_init (DeskSelectionClass *class)
{
  static const DeskProperty PROPERTIES[] = {
      {"names", G_TYPE_POINTER, offsetof (DeskSelection, names)}};

  G_OBJECT_CLASS (class)->finalize = desk_selection_finalize;
  desk_property_install (class, PROPERTIES, G_N_ELEMENTS (PROPERTIES));
}

static void
desk_selection_init (DeskSelection *self)
{
  self->names = g_ptr_array_new_null_terminated (0, NULL, TRUE);
  self->is_in = g_hash_table_new (g_direct_hash, g_direct_equal);
  self->wire = UINT32_MAX;
  self->note = UINT32_MAX;
}

DeskSelection *
desk_selection_new (DeskDocument *document)
{
  DeskSelection *self = g_object_new (DESK_TYPE_SELECTION, NULL);

  self->document = document;
  desk_property_listen (document, "doc", self, G_CALLBACK (clear));
  desk_property_listen (document, "level", self, G_CALLBACK (clear));
  desk_property_listen (document, "revision", self, G_CALLBACK (prune));
  return self;
}
