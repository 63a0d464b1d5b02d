/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Plots that a component asks to be shown, read from its metadata and written there.
 * What is no plot there is passed over. */
#include "doc/plot.h"

#include "base/name.h"
#include "base/number.h"
#include "doc/edit/edit-private.h"
#include "doc/edit/edit.h"

/* Their members in the metadata. */
static const char *const RANGES[] = {[DOC_PLOT_X] = "xRange", [DOC_PLOT_Y] = "yRange"};

DocPlot *
doc_plot_new (void)
{
  DocPlot *plot = g_new0 (DocPlot, 1);

  plot->curves = g_array_new (FALSE, TRUE, sizeof (DocPlotCurve));
  return plot;
}

void
doc_plot_free (DocPlot *plot)
{
  g_array_unref (plot->curves);
  g_free (plot);
}

uint32_t
doc_plot_n (const DocPlot *plot)
{
  return plot->curves->len;
}

const DocPlotCurve *
doc_plot_curve (const DocPlot *plot, uint32_t i)
{
  return &g_array_index (plot->curves, DocPlotCurve, i);
}

uint32_t
doc_plot_find (const DocPlot *plot, const char *variable)
{
  const char *name = base_name (variable);

  for (uint32_t i = 0; i < plot->curves->len; i++)
    if (doc_plot_curve (plot, i)->variable == name)
      return i;
  return UINT32_MAX;
}

bool
doc_plot_add (DocPlot *plot, const char *variable)
{
  const DocPlotCurve curve = {.variable = base_name (variable)};

  if (doc_plot_find (plot, variable) != UINT32_MAX)
    return false;
  g_array_append_val (plot->curves, curve);
  return true;
}

/* ---- reading ---- */

static const char *
read_name (const LangJson *json)
{
  const char *text = lang_json_string (json, NULL);

  return text != NULL ? base_name (text) : NULL;
}

/* Two numbers, the least first. */
static bool
is_range (const LangJson *json)
{
  return lang_json_length (json) == 2 && lang_json_number (json->items[0], NAN) <
                                             lang_json_number (json->items[1], NAN);
}

static void
read_range (const LangJson *json, double range[2])
{
  for (uint32_t i = 0; i < 2 && is_range (json); i++)
    range[i] = json->items[i]->number;
}

void
doc_plots_check (const LangClass *class, BaseDiags *diags)
{
  const LangJson *list =
      class != NULL ? lang_json_find (class->metadata, "Dyad/plots") : NULL;

  for (uint32_t i = 0; i < lang_json_length (list); i++)
    for (guint k = 0; k < G_N_ELEMENTS (RANGES); k++) {
      const LangJson *range = lang_json_get (list->items[i], RANGES[k]);

      if (range != NULL && !is_range (range))
        base_diags_add (diags, BASE_WARNING, 606, range->span,
                        "`%s` of a plot is not [least, greatest], so the plot shows "
                        "everything",
                        RANGES[k]);
    }
}

/* A name, or an object with one. */
static void
read_curve (DocPlot *plot, const LangJson *json)
{
  const char *name = lang_json_string (json, NULL);

  if (name == NULL)
    name = lang_json_string (lang_json_get (json, "variable"), NULL);
  if (name == NULL || !doc_plot_add (plot, name))
    return;
  DocPlotCurve *curve =
      &g_array_index (plot->curves, DocPlotCurve, plot->curves->len - 1);
  curve->color = read_name (lang_json_get (json, "color"));
  curve->width = lang_json_number (lang_json_get (json, "width"), 0);
  curve->is_hidden = lang_json_bool (lang_json_get (json, "hidden"), false);
}

static DocPlot *
read_plot (const LangJson *json)
{
  const LangJson *curves =
      json->kind == LANG_JSON_ARRAY ? json : lang_json_get (json, "curves");
  DocPlot *plot = doc_plot_new ();

  plot->title = read_name (lang_json_get (json, "title"));
  plot->x = read_name (lang_json_get (json, "x"));
  for (guint a = 0; a < DOC_PLOT_N_AXES; a++)
    read_range (lang_json_get (json, RANGES[a]), plot->range[a]);
  for (uint32_t i = 0; i < lang_json_length (curves); i++)
    read_curve (plot, curves->items[i]);
  return plot;
}

GPtrArray *
doc_plots_of (const LangClass *class)
{
  GPtrArray *plots = g_ptr_array_new_with_free_func ((GDestroyNotify) doc_plot_free);
  const LangJson *list =
      class != NULL ? lang_json_find (class->metadata, "Dyad/plots") : NULL;

  for (uint32_t i = 0; i < lang_json_length (list); i++) {
    g_autoptr (DocPlot) plot = read_plot (list->items[i]);

    if (doc_plot_n (plot) > 0)
      g_ptr_array_add (plots, g_steal_pointer (&plot));
  }
  return plots;
}

void
doc_plots_prune (GPtrArray *plots,
                 bool (*is_known) (gconstpointer model, const char *variable),
                 gconstpointer model)
{
  for (guint p = plots->len; p-- > 0;) {
    const DocPlot *plot = plots->pdata[p];

    for (uint32_t i = doc_plot_n (plot); i-- > 0;)
      if (!is_known (model, doc_plot_curve (plot, i)->variable))
        g_array_remove_index (plot->curves, i);
    if (doc_plot_n (plot) == 0 || (plot->x != NULL && !is_known (model, plot->x)))
      g_ptr_array_remove_index (plots, p);
  }
}

/* ---- writing ---- */

/* A member of an object, if there is something to say. */
static void
write_name (GString *out, const char *key, const char *text)
{
  g_autofree char *quoted = text != NULL ? lang_json_quote (text) : NULL;

  if (quoted != NULL)
    g_string_append_printf (out, "\"%s\": %s, ", key, quoted);
}

static void
write_range (GString *out, const char *key, const double range[2])
{
  char from[BASE_NUMBER_SIZE], to[BASE_NUMBER_SIZE];

  if (range[0] < range[1])
    g_string_append_printf (out, "\"%s\": [%s, %s], ", key,
                            base_number_to_text (range[0], from),
                            base_number_to_text (range[1], to));
}

static void
write_curve (GString *out, const DocPlotCurve *curve)
{
  g_autofree char *name = lang_json_quote (curve->variable);
  char width[BASE_NUMBER_SIZE];

  if (curve->color == NULL && curve->width == 0 && !curve->is_hidden) {
    g_string_append (out, name);
    return;
  }
  g_string_append_c (out, '{');
  write_name (out, "color", curve->color);
  if (curve->width != 0)
    g_string_append_printf (out, "\"width\": %s, ",
                            base_number_to_text (curve->width, width));
  if (curve->is_hidden)
    g_string_append (out, "\"hidden\": true, ");
  g_string_append_printf (out, "\"variable\": %s}", name);
}

static void
write_plot (GString *out, const DocPlot *plot)
{
  GString *head = g_string_new (NULL);

  write_name (head, "title", plot->title);
  write_name (head, "x", plot->x);
  for (guint a = 0; a < DOC_PLOT_N_AXES; a++)
    write_range (head, RANGES[a], plot->range[a]);
  if (head->len > 0)
    g_string_append_printf (out, "{%s\"curves\": ", head->str);
  for (uint32_t i = 0; i < doc_plot_n (plot); i++) {
    g_string_append (out, i > 0 ? ", " : "[");
    write_curve (out, doc_plot_curve (plot, i));
  }
  g_string_append (out, head->len > 0 ? "]}" : "]");
  g_string_free (head, TRUE);
}

bool
doc_keep_plots (DocModel *doc, const GPtrArray *plots)
{
  DocPatch *patch = doc_patch_new_in (doc, doc->root, NULL);

  if (patch == NULL)
    return false;
  g_autoptr (GString) json = g_string_new (NULL);
  for (guint p = 0; p < plots->len; p++) {
    if (doc_plot_n (plots->pdata[p]) == 0)
      continue;
    g_string_append (json, json->len > 0 ? ", " : "[");
    write_plot (json, plots->pdata[p]);
  }
  g_string_append (json, json->len > 0 ? "]" : "[]");
  doc_patch_set_metadata (patch, "Dyad/plots", json->str);
  return doc_apply (patch, "Keep plots");
}
