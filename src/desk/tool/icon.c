/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads anew what is drawn after each change of the diagram, also by undo, and writes
 * what is chosen. An SVG goes into the folder of the diagram's file, under its own name
 * or, where that is taken by another one, the next that is free. */
#include "desk/tool/icon.h"

#include <glib/gi18n.h>
#include <string.h>

#include "base/file.h"
#include "base/writer.h"
#include "doc/level.h"
#include "figure/diagram/symbol.h"

G_DEFINE_FINAL_TYPE (DeskIcon, desk_icon, G_TYPE_OBJECT)

/* ---- which ---- */

static bool
has_ports (const DocModel *doc)
{
  for (uint32_t i = 0; i < doc_n_items (doc); i++)
    if (doc_item (doc, i)->is_own_port)
      return true;
  return false;
}

const char *
desk_icon_component (DeskStudio *studio)
{
  const DocModel *doc = studio->document->doc;
  uint32_t n;
  const char *const *names = desk_selection_names (studio->selection, &n);
  const LangClass *class = n == 1   ? doc_level_inside (doc, names[0])
                           : n == 0 ? doc_class (doc)
                                    : NULL;

  if (n == 0 && *doc_level (doc) == '\0' && !has_ports (doc))
    return NULL;
  return class != NULL ? class->name : NULL;
}

/* ---- what it is ---- */

static const LangClass *
class_of (const DeskIcon *self)
{
  return self->is_over
             ? NULL
             : lang_file_find (doc_file (self->studio->document->doc), self->component);
}

static const char *
copy (DeskIcon *self, const char *text)
{
  return text != NULL ? base_arena_strdup (self->arena, text) : NULL;
}

static void
read_again (DeskIcon *self)
{
  const LibIndex *index = doc_index (self->studio->document->doc);
  const LangClass *class = class_of (self);
  const LibEntry *entry = class != NULL ? lib_index_of_class (index, class) : NULL;

  g_clear_pointer (&self->arena, base_arena_free);
  self->arena = base_arena_new ();
  self->card = entry != NULL
                   ? lib_card (self->arena, index, entry, NULL, entry->namespace)
                   : NULL;
  if (self->card != NULL) {
    self->item = doc_item_of_card (self->arena, self->card);
    self->said = doc_get_icon (class);
    /* Copies: a step that is begun anew reads another tree. */
    self->said.text = copy (self, self->said.text);
    self->said.stroke = copy (self, self->said.stroke);
    self->said.file = copy (self, self->said.file);
  }
  g_object_notify (G_OBJECT (self), "card");
}

static void
doc_replaced (DeskIcon *self)
{
  self->is_over = true;
  read_again (self);
}

/* ---- drawing ---- */

static void
say (DeskIcon *self, DocIcon icon)
{
  DocModel *doc = self->studio->document->doc;
  g_autofree char *label = g_strdup_printf (_ ("Draw %s"), self->component);
  g_autoptr (GError) error = NULL;

  if (self->card == NULL)
    return;
  doc_begin_anew (doc, &self->step, label);
  doc_set_icon (doc, self->component, &icon, &error);
  doc_end (doc);
  desk_message_error (&self->studio->messages, error);
}

void
desk_icon_end_step (DeskIcon *self)
{
  self->step = 0;
}

void
desk_icon_set_shape (DeskIcon *self, LibShape shape)
{
  DocIcon icon = self->said;

  icon.shape = shape;
  desk_icon_end_step (self);
  say (self, icon);
  desk_icon_end_step (self);
}

void
desk_icon_set_text (DeskIcon *self, const char *text)
{
  DocIcon icon = self->said;

  icon.text = text;
  say (self, icon);
}

void
desk_icon_set_stroke (DeskIcon *self, const char *stroke)
{
  DocIcon icon = self->said;

  icon.stroke = stroke;
  desk_icon_end_step (self);
  say (self, icon);
  desk_icon_end_step (self);
}

/* ---- files ---- */

static bool
is_there (const char *path, const char *svg, size_t length)
{
  size_t n;
  g_autofree char *there = base_file_read_bytes (path, LIB_ICON_MOST, &n, NULL);

  return there != NULL && n == length && memcmp (there, svg, length) == 0;
}

/* What it is called beside the diagram: by its own name, if that can be written. */
static char *
name_beside (const DeskIcon *self, const char *file, const char *svg, size_t length)
{
  const char *own = doc_path (self->studio->document->doc);
  g_autofree char *base = g_path_get_basename (file);
  const bool is_plain = g_str_has_suffix (base, ".svg") &&
                        g_utf8_validate (base, -1, NULL) &&
                        strpbrk (base, ":\\") == NULL && strstr (base, "..") == NULL;
  const size_t n = is_plain ? strlen (base) - strlen (".svg") : 0;
  g_autofree char *stem = is_plain ? g_strndup (base, n) : g_strdup (self->component);
  char *name = g_strconcat (stem, ".svg", NULL);

  for (uint32_t i = 2;; i++) {
    g_autofree char *path = lib_icon_path (own, name);

    if (!g_file_test (path, G_FILE_TEST_EXISTS) || is_there (path, svg, length))
      return name;
    g_free (name);
    name = g_strdup_printf ("%s-%u.svg", stem, i);
  }
}

/* NULL and an error if it is no symbol or cannot be written there. */
static char *
copy_beside (const DeskIcon *self, const char *file, GError **error)
{
  size_t length;
  g_autofree char *svg =
      figure_symbol_check (file, error)
          ? base_file_read_bytes (file, LIB_ICON_MOST, &length, error)
          : NULL;
  g_autofree char *name = svg != NULL ? name_beside (self, file, svg, length) : NULL;

  if (name == NULL)
    return NULL;
  g_autofree char *path = lib_icon_path (doc_path (self->studio->document->doc), name);
  return is_there (path, svg, length) || (base_file_check_target (path, error) &&
                                          base_writer_save (path, svg, length, error))
             ? g_steal_pointer (&name)
             : NULL;
}

char *
desk_icon_take_file (DeskIcon *self, const char *path)
{
  g_autoptr (GError) error = NULL;
  DocIcon icon = self->said;

  if (self->card == NULL)
    return NULL;
  if (doc_path (self->studio->document->doc) == NULL)
    return g_strdup (_ ("Save the diagram first: the SVG is kept beside its file"));
  g_autofree char *name = copy_beside (self, path, &error);
  if (name == NULL)
    return g_strdup (error->message);
  icon.file = name;
  desk_icon_end_step (self);
  say (self, icon);
  desk_icon_end_step (self);
  return NULL;
}

void
desk_icon_remove_file (DeskIcon *self)
{
  DocIcon icon = self->said;

  icon.file = NULL;
  desk_icon_end_step (self);
  say (self, icon);
  desk_icon_end_step (self);
}

/* ---- ports ---- */

bool
desk_icon_owns (const DeskIcon *self, const char *port)
{
  const LangClass *class = class_of (self);

  for (uint32_t i = 0; class != NULL && i < class->n_decls; i++)
    if (g_strcmp0 (class->decls[i]->name, port) == 0)
      return true;
  return false;
}

/* In the coordinates of icons. */
static DocPoint
place_of (const DocPort *port)
{
  const double scale = 1000 / DOC_ITEM_SIDE;

  return (DocPoint){scale * port->at.x, scale * port->at.y};
}

static const DocPort *
find_port (const DeskIcon *self, const char *name)
{
  for (uint32_t i = 0; self->card != NULL && i < self->item.n_ports; i++)
    if (g_str_equal (self->item.ports[i].name, name))
      return &self->item.ports[i];
  return NULL;
}

static void
move_port (DeskIcon *self, const DocPort *port, DocPoint at, DocPoint way)
{
  DocModel *doc = self->studio->document->doc;
  g_autofree char *label = g_strdup_printf (_ ("Move %s"), port->name);
  const DocPoint was = place_of (port);
  g_autoptr (GError) error = NULL;
  DocPoint place;

  if (!doc_find_port_place (self->card, port->name, at, way, &place) ||
      (place.x == was.x && place.y == was.y))
    return;
  doc_begin_anew (doc, &self->step, label);
  doc_move_port (doc, self->component, port->name, place, &error);
  doc_end (doc);
  desk_message_error (&self->studio->messages, error);
}

void
desk_icon_drag_port (DeskIcon *self, const char *name, DocPoint at)
{
  const DocPort *port = find_port (self, name);

  if (port != NULL)
    move_port (self, port, at, (DocPoint){0, 0});
}

void
desk_icon_shift_port (DeskIcon *self, const char *name, DocPoint way)
{
  const DocPort *port = find_port (self, name);

  desk_icon_end_step (self);
  if (port != NULL)
    move_port (self, port, place_of (port), way);
  desk_icon_end_step (self);
}

/* ---- object ---- */

static void
desk_icon_finalize (GObject *object)
{
  DeskIcon *self = DESK_ICON (object);

  base_arena_free (self->arena);
  g_free (self->component);
  g_object_unref (self->studio);
  G_OBJECT_CLASS (desk_icon_parent_class)->finalize (object);
}

static void
desk_icon_class_init (DeskIconClass *class)
{
  static const DeskProperty PROPERTIES[] = {
      {"card", G_TYPE_POINTER, offsetof (DeskIcon, card)}};

  G_OBJECT_CLASS (class)->finalize = desk_icon_finalize;
  desk_property_install (class, PROPERTIES, G_N_ELEMENTS (PROPERTIES));
}

static void
desk_icon_init (DeskIcon *self)
{
}

DeskIcon *
desk_icon_new (DeskStudio *studio, const char *component)
{
  DeskIcon *self = g_object_new (DESK_TYPE_ICON, NULL);

  self->studio = g_object_ref (studio);
  self->component = g_strdup (component);
  desk_property_listen (studio->document, "doc", self, G_CALLBACK (doc_replaced));
  desk_property_listen (studio->document, "revision", self, G_CALLBACK (read_again));
  read_again (self);
  return self;
}
