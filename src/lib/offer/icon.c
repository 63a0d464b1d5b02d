/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads how a component wants to be drawn, of the nearest definition on the way to its
 * bases that says something of it. A drawing that says nothing of its colour has that
 * of most of the ports, one without a text the name of the class. */
#include "lib/offer/icon.h"

#include <string.h>

#define SCHEME  "dyad://"
#define DRAWING "drawing:"

/* In the order of LibShape. */
static const char *const NAMES[] = {"rounded", "box",      "circle",
                                    "diamond", "triangle", "missing"};

const char *
lib_icon_shape_name (LibShape shape)
{
  return NAMES[shape];
}

/* ---- drawings ---- */

static LibShape
find_shape (const char *name, size_t length)
{
  for (LibShape shape = 0; shape <= LIB_SHAPE_MISSING; shape++)
    if (strlen (NAMES[shape]) == length && strncmp (NAMES[shape], name, length) == 0)
      return shape;
  return LIB_SHAPE_ROUNDED;
}

LibShape
lib_icon_shape (const char *name)
{
  return name != NULL ? find_shape (name, strlen (name)) : LIB_SHAPE_ROUNDED;
}

bool
lib_icon_is_color (const char *text)
{
  return text != NULL && text[0] == '#' && strlen (text) == 7 &&
         strspn (text + 1, "0123456789abcdefABCDEF") == 6;
}

const char *
lib_icon_from_drawing (BaseArena *arena, const LibDrawing *drawing)
{
  return base_arena_printf (arena, DRAWING "%s:%s:%s", NAMES[drawing->shape],
                            drawing->stroke, drawing->text);
}

bool
lib_icon_to_drawing (const char *icon, LibDrawing *drawing)
{
  if (icon == NULL || !g_str_has_prefix (icon, DRAWING))
    return false;
  const char *shape = icon + strlen (DRAWING), *stroke = strchr (shape, ':') + 1;

  drawing->shape = find_shape (shape, (size_t) (stroke - 1 - shape));
  g_strlcpy (drawing->stroke, stroke, sizeof drawing->stroke);
  drawing->text = stroke + sizeof drawing->stroke;
  return true;
}

/* That of most of the first ports, of as many the first one's. */
static const char *
common_stroke (const LibPort *ports, uint32_t n)
{
  const uint32_t n_first = MIN (n, 100);
  const char *stroke = NULL;
  uint32_t most = 0;

  for (uint32_t i = 0; i < n_first; i++) {
    uint32_t count = 0;

    for (uint32_t k = i; k < n_first; k++)
      count += g_strcmp0 (ports[k].stroke, ports[i].stroke) == 0;
    if (count > most && lib_icon_is_color (ports[i].stroke)) {
      most = count;
      stroke = ports[i].stroke;
    }
  }
  return stroke != NULL ? stroke : LIB_ICON_COLOR;
}

static LibDrawing
read_drawing (const LangJson *json, const char *title, const char *stroke)
{
  const char *own = lang_json_string (lang_json_get (json, "stroke"), NULL);
  LibDrawing drawing = {
      .shape = lib_icon_shape (lang_json_string (lang_json_get (json, "shape"), NULL)),
      .text = lang_json_string (lang_json_get (json, "text"), title),
  };

  g_strlcpy (drawing.stroke, lib_icon_is_color (own) ? own : stroke,
             sizeof drawing.stroke);
  return drawing;
}

/* ---- files ---- */

/* Below the folder of the file that names it: no other place can be meant. */
static bool
is_beside (const char *uri)
{
  return uri != NULL && *uri != '/' && strstr (uri, "..") == NULL &&
         strchr (uri, ':') == NULL && strchr (uri, '\\') == NULL &&
         g_str_has_suffix (uri, ".svg");
}

static const char *
uri_of (const LangClass *class)
{
  return lang_json_string (lang_json_find (class->metadata, "Dyad/icons/default"),
                           NULL);
}

const char *
lib_icon_beside (const LangClass *class)
{
  return is_beside (uri_of (class)) ? uri_of (class) : NULL;
}

char *
lib_icon_path (const char *file, const char *name)
{
  g_autofree char *folder = g_path_get_dirname (file);
  g_autofree char *here = g_canonicalize_filename (folder, NULL);

  return g_canonicalize_filename (name, here);
}

static const char *
find_file (BaseArena *arena, const LibIndex *index, const LibEntry *of)
{
  const char *uri = uri_of (of->class);

  if (is_beside (uri)) {
    const char *file = base_source_path (lang_file_source (of->file));
    g_autofree char *path = lib_icon_path (file, uri);

    return g_file_test (path, G_FILE_TEST_IS_REGULAR) ? base_arena_strdup (arena, path)
                                                      : NULL;
  }
  if (uri == NULL || !g_str_has_prefix (uri, SCHEME))
    return NULL;
  g_auto (GStrv) parts = g_strsplit (uri + strlen (SCHEME), "/", -1);
  if (g_strv_length (parts) != 2)
    return uri;
  const LibAbout *about = lib_index_about (index, parts[0]);
  return about != NULL && about->icons != NULL
             ? base_arena_printf (arena, "%s/%s", about->icons, parts[1])
             : uri;
}

/* The definition that says how the class is drawn, or NULL. */
static const LibEntry *
find_owner (const LibClass *class)
{
  const LangJson *dyad = lang_json_get (class->entry->class->metadata, "Dyad");
  const LibEntry *owner = NULL;

  if (lang_json_get (dyad, "icons") != NULL || lang_json_get (dyad, "icon") != NULL)
    return class->entry;
  for (uint32_t i = 0; owner == NULL && i < class->n_bases; i++)
    owner = find_owner (class->bases[i]);
  return owner;
}

const char *
lib_icon (BaseArena *arena,
          const LibIndex *index,
          const LibClass *class,
          const LibPort *ports,
          uint32_t n_ports)
{
  const LibEntry *owner = find_owner (class);
  const char *file = owner != NULL ? find_file (arena, index, owner) : NULL;

  if (file != NULL)
    return file;
  const LangJson *json =
      owner != NULL ? lang_json_find (owner->class->metadata, "Dyad/icon") : NULL;
  const LibDrawing drawing =
      read_drawing (json, class->entry->class->name, common_stroke (ports, n_ports));
  return lib_icon_from_drawing (arena, &drawing);
}
