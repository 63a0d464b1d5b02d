/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Curves that a component asks to be shown: read from its metadata and written there.
 */
#include "doc/plots.h"

#include "doc/edit/edit-private.h"
#include "doc/edit/edit.h"

static char **
names_of (const LangJson *plot)
{
  GPtrArray *names = g_ptr_array_new ();

  for (uint32_t i = 0; i < lang_json_length (plot); i++) {
    const char *name = lang_json_string (plot->items[i], NULL);

    if (name != NULL)
      g_ptr_array_add (names, g_strdup (name));
  }
  g_ptr_array_add (names, NULL);
  return (char **) g_ptr_array_free (names, FALSE);
}

GPtrArray *
doc_plots_of (const LangClass *class)
{
  GPtrArray *plots = g_ptr_array_new_with_free_func ((GDestroyNotify) g_strfreev);
  const LangJson *list =
      class != NULL ? lang_json_find (class->metadata, "Dyad/plots") : NULL;

  for (uint32_t i = 0; i < lang_json_length (list); i++) {
    char **names = names_of (list->items[i]);

    if (names[0] != NULL)
      g_ptr_array_add (plots, names);
    else
      g_strfreev (names);
  }
  return plots;
}

bool
doc_keep_plots (DocModel *doc, const GPtrArray *plots)
{
  DocPatch *patch = doc_patch_new (doc, NULL);

  if (patch == NULL)
    return false;
  g_autoptr (GString) json = g_string_new ("[");
  for (guint p = 0; p < plots->len; p++) {
    const char *const *names = plots->pdata[p];

    g_string_append (json, p > 0 ? ", [" : "[");
    for (gsize i = 0; names[i] != NULL; i++) {
      g_autofree char *quoted = lang_json_quote (names[i]);

      g_string_append_printf (json, "%s%s", i > 0 ? ", " : "", quoted);
    }
    g_string_append_c (json, ']');
  }
  g_string_append_c (json, ']');
  doc_patch_set_metadata (patch, "Dyad/plots", json->str);
  return doc_apply (patch, "Keep plots");
}
