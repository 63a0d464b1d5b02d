/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is plotted after a first run, by what the parts of the level shown are: a sensor
 * is what has a port that is no signal, outputs and no inputs; a body is what has the
 * inertia that the connector of one of its ports speaks of (`pull`, `motion` in
 * data/library/README.md). Linear in the items and variables. */
#include "desk/plot/first-plots.h"

#include <string.h>

#include "doc/level.h"
#include "lang/json.h"

enum { MOST = 32 };

typedef struct {
  const DocModel *doc;
  const SimModel *model;
  GPtrArray *found; /* const SimVar */
} Choice;

static const SimVar *
find_var (const Choice *self, const DocItem *item, const char *member)
{
  g_autofree char *name = g_strconcat (item->name, ".", member, NULL);
  g_autofree char *path = doc_level_path (self->doc, name);
  const uint32_t var = sim_model_find (self->model, path);

  return var != UINT32_MAX ? sim_model_var (self->model, var) : NULL;
}

/* Whether two names stand for one variable. */
static bool
is_same (const SimVar *a, const SimVar *b)
{
  return a->slot == b->slot && a->sign == b->sign;
}

static void
take (Choice *self, const SimVar *var)
{
  for (guint i = 0; i < self->found->len; i++)
    if (is_same (self->found->pdata[i], var))
      return;
  if (self->found->len < MOST)
    g_ptr_array_add (self->found, (gpointer) var);
}

/* ---- sensors ---- */

/* The signal that an input is, by the name of where it comes from. */
static const SimVar *
find_source (const Choice *self, const SimVar *input)
{
  for (uint32_t i = 0; i < doc_n_items (self->doc); i++) {
    const DocItem *item = doc_item (self->doc, i);

    for (uint32_t k = 0; k < item->n_ports; k++) {
      const SimVar *var = item->ports[k].port->is_output
                              ? find_var (self, item, item->ports[k].name)
                              : NULL;

      if (var != NULL && is_same (var, input))
        return var;
    }
  }
  return input;
}

/* What has the unit of the measured signal and comes into the same block. */
static void
take_set_values (Choice *self, const SimVar *measured)
{
  for (uint32_t i = 0; i < doc_n_items (self->doc); i++) {
    const DocItem *item = doc_item (self->doc, i);
    bool is_told = false;

    for (int pass = 0; pass < 2; pass++)
      for (uint32_t k = 0; k < item->n_ports; k++) {
        const LibPort *port = item->ports[k].port;
        const SimVar *var =
            port->is_input ? find_var (self, item, item->ports[k].name) : NULL;

        if (var == NULL)
          continue;
        if (pass == 0)
          is_told |= is_same (var, measured);
        else if (is_told && measured->units[0] != '\0' &&
                 strcmp (var->units, measured->units) == 0)
          take (self, find_source (self, var));
      }
  }
}

static bool
is_sensor (const DocItem *item)
{
  bool is_physical = false;

  for (uint32_t k = 0; k < item->n_ports; k++) {
    if (item->ports[k].port->is_input)
      return false;
    is_physical |= !lib_port_is_signal (item->ports[k].port);
  }
  return is_physical;
}

static void
take_measured (Choice *self, const DocItem *item)
{
  if (!is_sensor (item))
    return;
  for (uint32_t k = 0; k < item->n_ports; k++) {
    const SimVar *var = item->ports[k].port->is_output
                            ? find_var (self, item, item->ports[k].name)
                            : NULL;

    if (var != NULL && var->type == SIM_REAL) {
      take (self, var);
      take_set_values (self, var);
    }
  }
}

/* ---- bodies ---- */

/* The member that is the place of an item along the axis of one of its ports, or NULL
 * if it is no body. */
static const SimVar *
find_place (const Choice *self, const DocItem *item)
{
  for (uint32_t k = 0; k < item->n_ports; k++) {
    const LibEntry *connector = item->ports[k].port->connector;
    const LangJson *meta = lang_json_get (connector->class->metadata, "Dyad");
    const LangJson *at = lang_json_find (meta, "motion/at");
    const char *mass = lang_json_string (lang_json_find (meta, "pull/mass"), NULL);

    if (mass != NULL && find_var (self, item, mass) != NULL && at != NULL && at->n == 1)
      return find_var (self, item, lang_json_string (at->items[0], ""));
  }
  return NULL;
}

static void
take_body (Choice *self, const DocItem *item)
{
  const SimVar *place = find_place (self, item);

  if (place == NULL)
    return;
  g_autofree char *units = g_strconcat (place->units, "/s", NULL);
  take (self, place);
  for (uint32_t i = 0; i < item->card->n_variables; i++) {
    const SimVar *var = find_var (self, item, item->card->variables[i].name);

    if (var != NULL && strcmp (var->units, units) == 0) {
      take (self, var);
      return;
    }
  }
}

/* ---- states ---- */

/* Whether a variable is a member of a part that is more than a block. */
static bool
is_of_part (const Choice *self, const char *path)
{
  const char *variable = doc_level_local (self->doc, path);
  const char *end = variable != NULL ? strchr (variable, '.') : NULL;
  g_autofree char *part = NULL;

  if (end == NULL || strchr (end + 1, '.') != NULL)
    return false;
  part = g_strndup (variable, (gsize) (end - variable));
  const uint32_t at = doc_find_item (self->doc, part);
  const DocItem *item = at != UINT32_MAX ? doc_item (self->doc, at) : NULL;
  for (uint32_t k = 0; item != NULL && k < item->n_ports; k++)
    if (!lib_port_is_signal (item->ports[k].port))
      return true;
  return false;
}

static void
take_states (Choice *self, bool of_parts)
{
  for (uint32_t i = 0; i < sim_model_n_vars (self->model); i++) {
    const SimVar *var = sim_model_var (self->model, i);

    if (var->is_state && !var->is_derived &&
        (!of_parts || is_of_part (self, var->name)))
      take (self, var);
  }
}

static void
take_items (Choice *self, void (*take_item) (Choice *, const DocItem *))
{
  for (uint32_t i = 0; i < doc_n_items (self->doc); i++) {
    const DocItem *item = doc_item (self->doc, i);

    if (item->card != NULL && !item->is_commented)
      take_item (self, item);
  }
}

GPtrArray *
desk_first_plots_find (const DocModel *doc, const SimModel *model)
{
  Choice self = {doc, model, g_ptr_array_new ()};

  take_items (&self, take_measured);
  if (self.found->len == 0)
    take_items (&self, take_body);
  if (self.found->len == 0)
    take_states (&self, true);
  if (self.found->len == 0)
    take_states (&self, false);
  return self.found;
}
