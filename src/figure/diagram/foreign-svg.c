/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Decides which SVG of an unknown source may be drawn. What librsvg needs for a file is
 * not bounded by its size: a few nested <use>, patterns or filters take hours. So only
 * shapes, texts and gradients pass, and not many of them; with no place of its own such
 * a file refers to no other. What is checked is what librsvg will read: no declarations
 * of entities, UTF-8, and no other prefix for the elements of SVG than its usual one.
 */
#include "figure/diagram/foreign-svg.h"

#include <glib/gi18n-lib.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "base/file.h"
#include "lib/offer/icon.h"

#define SVG_NAMESPACE "http://www.w3.org/2000/svg"

enum { MOST_ELEMENTS = 500, MOST_DEPTH = 50 };

static const char *const ALLOWED[] = {
    "svg",  "g",        "path",    "rect",           "circle",         "ellipse",
    "line", "polyline", "polygon", "text",           "tspan",          "title",
    "desc", "defs",     "stop",    "linearGradient", "radialGradient", "metadata",
    NULL};

typedef struct {
  uint32_t n_elements, depth;
} Check;

static bool
forbid (GError **error, const char *what)
{
  g_set_error (error, G_MARKUP_ERROR, G_MARKUP_ERROR_INVALID_CONTENT,
               _ ("it has %s, which a symbol must not have"), what);
  return false;
}

/* Of a long line there may be a million. */
static bool
has_dashes (const char *name, const char *value)
{
  return strcmp (name, "stroke-dasharray") == 0
             ? strcmp (value, "none") != 0
             : strcmp (name, "style") == 0 && strstr (value, "dasharray") != NULL &&
                   strstr (value, "dasharray:none") == NULL;
}

/* Elements of other name spaces, as those of Inkscape, are not drawn. */
static void
check_element (GMarkupParseContext *context,
               const char *element,
               const char **names,
               const char **values,
               gpointer data,
               GError **error)
{
  Check *check = data;
  const char *colon = strchr (element, ':');
  const bool is_svg = colon == NULL || g_str_has_prefix (element, "svg:");
  const char *local = colon == NULL ? element : colon + 1;

  /* How many, which, and what else they may be called. */
  check->depth++;
  if (++check->n_elements > MOST_ELEMENTS || check->depth > MOST_DEPTH) {
    forbid (error, _ ("too many parts"));
    return;
  }
  if (is_svg && !g_strv_contains (ALLOWED, local)) {
    g_autofree char *tag = g_strdup_printf ("<%s>", local);

    forbid (error, tag);
    return;
  }
  for (uint32_t i = 0; names[i] != NULL; i++)
    if ((g_str_has_prefix (names[i], "xmlns:") && strcmp (names[i], "xmlns:svg") != 0 &&
         strstr (values[i], SVG_NAMESPACE) != NULL) ||
        has_dashes (names[i], values[i])) {
      forbid (error, names[i]);
      return;
    }
}

static void
leave_element (GMarkupParseContext *context,
               const char *element,
               gpointer data,
               GError **error)
{
  ((Check *) data)->depth--;
}

/* Comments, the type of the document, instructions. */
static void
check_rest (GMarkupParseContext *context,
            const char *text,
            gsize length,
            gpointer data,
            GError **error)
{
  g_autofree char *small = g_ascii_strdown (text, (gssize) length);

  if (g_str_has_prefix (small, "<!--"))
    return;
  if (strchr (small, '[') != NULL)
    forbid (error, "<!ENTITY>");
  else if (strstr (small, "encoding") != NULL && strstr (small, "utf-8") == NULL)
    forbid (error, _ ("another encoding than UTF-8"));
}

static bool
check (const char *text, size_t length, GError **error)
{
  static const GMarkupParser PARSER = {.start_element = check_element,
                                       .end_element = leave_element,
                                       .passthrough = check_rest};
  Check state = {0};
  GMarkupParseContext *context =
      g_markup_parse_context_new (&PARSER, G_MARKUP_TREAT_CDATA_AS_TEXT, &state, NULL);
  const bool is_good =
      g_markup_parse_context_parse (context, text, (gssize) length, error) &&
      g_markup_parse_context_end_parse (context, error);

  g_markup_parse_context_free (context);
  return is_good;
}

RsvgHandle *
figure_foreign_svg_read (const char *path, GError **error)
{
  size_t length;
  g_autoptr (GError) why = NULL;
  g_autofree char *name = g_filename_display_basename (path);
  g_autofree char *text = base_file_read (path, LIB_ICON_MOST, &length, error);

  if (text == NULL)
    return NULL;
  RsvgHandle *handle =
      check (text, length, &why)
          ? rsvg_handle_new_from_data ((const guint8 *) text, length, &why)
          : NULL;
  if (handle == NULL)
    g_set_error (error, why->domain, why->code, _ ("%s cannot be a symbol: %s"), name,
                 why->message);
  return handle;
}
