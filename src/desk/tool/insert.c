/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads what is typed into quick insert. A text is cut into words; from the first one
 * on that begins a value they are values: "10 kg" is one, since a word that begins none
 * belongs to the one before. Each value is read for its parameter, or its variable that
 * starts with it, as the inspector reads a field, before anything is changed. */
#include "desk/tool/insert.h"

#include <glib/gi18n.h>
#include <string.h>

#include "desk/quantity.h"
#include "desk/tool/commands.h"

/* A parameter, or a start value, and what is typed for it. */
typedef struct {
  LibParam param;
  char *target; /* its name, if that is not the card's */
  char *text;
  DeskQuantity quantity;
} Value;

static void
value_clear (gpointer data)
{
  Value *value = data;

  g_free (value->target);
  g_free (value->text);
  desk_quantity_clear (&value->quantity);
}

/* ---- cutting ---- */

static bool
opens (char sign)
{
  return strchr ("([{", sign) != NULL;
}

static bool
closes (char sign)
{
  return strchr (")]}", sign) != NULL;
}

const char *
desk_insert_next (const char *text)
{
  int depth = 0;

  for (; *text != '\0'; text++) {
    depth += opens (*text) - closes (*text);
    if (depth <= 0 && text[0] == ',' && text[1] == ' ')
      return text;
  }
  return NULL;
}

/* The words of the part, signs of equality joined to both of their sides, what stands
 * in brackets to one word, and a comma at the end left out. */
static char **
cut (const char *text)
{
  static const char between = '\n';
  g_autoptr (GString) out = g_string_new (NULL);
  int depth = 0;

  for (const char *c = text + strspn (text, " "); *c != '\0'; c++) {
    const char last = out->len > 0 ? out->str[out->len - 1] : '\0';
    const bool is_after = last == between || last == ' ' || last == '=';

    depth += opens (*c) - closes (*c);
    if (*c == '=' && last == between)
      g_string_truncate (out, out->len - 1);
    if (*c != ' ')
      g_string_append_c (out, *c);
    else if (!is_after && out->len > 0)
      g_string_append_c (out, depth > 0 ? ' ' : between);
  }
  while (out->len > 0 && strchr ("\n ,", out->str[out->len - 1]) != NULL)
    g_string_truncate (out, out->len - 1);
  return g_strsplit (out->str, "\n", -1);
}

/* A number, or a vector. */
static bool
is_value (const char *word)
{
  const char *from = word + strspn (word, "+-");

  return g_ascii_isdigit (*from) || (*from == '.' && g_ascii_isdigit (from[1])) ||
         *word == '[';
}

/* Are all words up to this one what a component is called? */
static bool
is_name (DeskCatalogue *catalogue, char **words, guint n)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < n; i++)
    g_string_append_printf (text, "%s ", words[i]);
  return desk_catalogue_has_name (catalogue, text->str);
}

/* The number of the word that the values begin with; of all words if there are none. */
static guint
first_value (DeskCatalogue *catalogue, char **words)
{
  guint i = 0;

  while (words[i] != NULL && strchr (words[i], '=') == NULL &&
         !(i > 0 && is_value (words[i]) && !is_name (catalogue, words, i + 1)))
    i++;
  return i;
}

char *
desk_insert_words (DeskCatalogue *catalogue, const char *text)
{
  g_auto (GStrv) words = cut (text);
  g_autoptr (GString) out = g_string_new (NULL);
  const guint n = first_value (catalogue, words);

  for (guint i = 0; i < n; i++)
    g_string_append_printf (out, "%s%s", i > 0 ? " " : "", words[i]);
  return g_string_free (g_steal_pointer (&out), FALSE);
}

/* ---- values ---- */

static bool
is_given (const GArray *values, const LibParam *param)
{
  for (guint i = 0; i < values->len; i++)
    if (g_str_equal (g_array_index (values, Value, i).param.name, param->name))
      return true;
  return false;
}

/* Does the diagram show it beside the symbol? */
static bool
is_shown (const LibCard *card, const LibParam *param)
{
  g_autofree char *pattern = g_strdup_printf ("$(%s)", param->name);

  for (uint32_t i = 0; i < card->n_labels; i++)
    if (strstr (card->labels[i].text, pattern) != NULL)
      return true;
  return false;
}

static bool
takes (const LibParam *param, const char *word)
{
  if (*word == '[')
    return param->kind == LIB_PARAM_ARRAY;
  return param->kind == LIB_PARAM_REAL || param->kind == LIB_PARAM_INTEGER;
}

/* The next parameter that a value without a name is for: those that have no default
 * come first, then those that the diagram shows. */
static const LibParam *
next_param (const LibCard *card, const GArray *values, const char *word)
{
  for (int pass = 0; pass < 3; pass++)
    for (uint32_t i = 0; i < card->n_params; i++) {
      const LibParam *param = &card->params[i];
      const bool is_asked = pass == 0   ? param->value == NULL
                            : pass == 1 ? is_shown (card, param)
                                        : true;

      if (is_asked && !param->is_structural && !param->is_final &&
          param->of_case == NULL && takes (param, word) && !is_given (values, param))
        return param;
    }
  return NULL;
}

static const LibParam *
find_param (const LibCard *card, const char *name)
{
  for (uint32_t i = 0; i < card->n_params; i++)
    if (g_ascii_strcasecmp (card->params[i].name, name) == 0)
      return &card->params[i];
  return NULL;
}

/* "s", "s(initial)" or "s(guess)" of a variable; false if there is none. */
static bool
begin_start (Value *value, const LibCard *card, const char *name)
{
  const size_t n = strcspn (name, "(");
  const char *attribute = name[n] != '\0' ? name + n : "(initial)";

  if (!g_str_equal (attribute, "(initial)") && !g_str_equal (attribute, "(guess)"))
    return false;
  for (uint32_t i = 0; i < card->n_variables; i++) {
    const LibVariable *variable = &card->variables[i];

    if (strlen (variable->name) == n &&
        g_ascii_strncasecmp (variable->name, name, n) == 0) {
      value->target = g_strconcat (variable->name, attribute, NULL);
      value->param = (LibParam){
          .name = value->target, .kind = LIB_PARAM_REAL, .units = variable->units};
      return true;
    }
  }
  return false;
}

/* Adds what a word begins; false and a problem if it is for nothing. */
static bool
begin_value (GArray *values, const LibCard *card, const char *word, char **problem)
{
  const char *equals = strchr (word, '=');
  g_autofree char *name =
      equals != NULL ? g_strndup (word, (gsize) (equals - word)) : NULL;
  const LibParam *param =
      name != NULL ? find_param (card, name) : next_param (card, values, word);
  Value value = {.target = NULL};

  if (param != NULL)
    value.param = *param;
  else if (name == NULL || !begin_start (&value, card, name)) {
    *problem = name != NULL
                   ? g_strdup_printf (_ ("%s has no parameter %s"), card->title, name)
                   : g_strdup_printf (_ ("%s takes no further value"), card->title);
    return false;
  }
  value.text = g_strdup (equals != NULL ? equals + 1 : word);
  g_array_append_val (values, value);
  return true;
}

/* The values of a text, read for the parameters of that card; NULL and a problem if one
 * cannot be taken. */
static GArray *
read_values (DeskCatalogue *catalogue,
             const LibCard *card,
             const char *text,
             char **problem)
{
  g_auto (GStrv) words = cut (text);
  g_autoptr (GArray) values = g_array_new (FALSE, TRUE, sizeof (Value));

  g_array_set_clear_func (values, value_clear);
  /* Words that begin a value, and those that go on with it. */
  for (guint i = first_value (catalogue, words); words[i] != NULL; i++) {
    Value *last =
        values->len > 0 ? &g_array_index (values, Value, values->len - 1) : NULL;

    if (last == NULL || is_value (words[i]) || strchr (words[i], '=') != NULL) {
      if (!begin_value (values, card, words[i], problem))
        return NULL;
    } else if (*words[i] != '\0') {
      g_autofree char *longer = g_strconcat (last->text, " ", words[i], NULL);

      g_free (last->text);
      last->text = g_steal_pointer (&longer);
    }
  }
  /* As fields of these parameters. */
  for (guint i = 0; i < values->len; i++) {
    Value *value = &g_array_index (values, Value, i);

    value->quantity = desk_quantity_read (&value->param, value->text);
    if (value->quantity.problem != NULL) {
      *problem = g_strdup (value->quantity.problem);
      return NULL;
    }
  }
  return g_steal_pointer (&values);
}

char *
desk_insert_preview (DeskCatalogue *catalogue,
                     DeskComponent *component,
                     const char *text,
                     char **problem)
{
  const LibCard *card = desk_catalogue_component_card (component);
  g_autoptr (GArray) values = read_values (catalogue, card, text, problem);
  g_autoptr (GString) out = g_string_new (NULL);

  for (guint i = 0; values != NULL && i < values->len; i++) {
    const Value *value = &g_array_index (values, Value, i);
    g_autofree char *shown = desk_quantity_show (&value->param, value->quantity.value,
                                                 value->quantity.entry);

    g_string_append_printf (out, "%s%s = %s", i > 0 ? ", " : "", value->param.name,
                            shown);
  }
  return g_string_free (g_steal_pointer (&out), FALSE);
}

/* ---- inserting ---- */

void
desk_insert_end_free (DeskInsertEnd *end)
{
  if (end == NULL)
    return;
  g_free (end->from);
  g_free (end->points);
  g_free (end);
}

/* A part with one port, such as a wall, as the first one of a train: the train goes
 * rightwards. */
static void
face_right (DocModel *doc, const char *name)
{
  const DocItem *item = doc_item (doc, doc_find_item (doc, name));
  const double y = item->n_ports == 1 ? item->ports[0].outward.y : 0;

  if (y != 0 && !item->is_own_port)
    doc_rotate (doc, &name, 1, y > 0);
}

const char *
desk_insert_begin (DeskStudio *studio, const char *text, char **port)
{
  const DocModel *doc = studio->document->doc;
  const char *from = text + strspn (text, " ,");
  const char *end = strstr (from, ": ");
  g_autofree char *name = g_strndup (from, end != NULL ? (gsize) (end - from) : 0);
  const uint32_t item = doc_find_item_of (doc, name);
  DocEnd found;

  if (item == UINT32_MAX)
    return NULL;
  const char *whole = doc_item (doc, item)->name;
  const bool is_port = doc_find_port (doc, name, &found);
  if (!is_port && !g_str_equal (name, whole))
    return NULL;
  *port = is_port ? g_steal_pointer (&name) : NULL;
  desk_selection_set (studio->selection, &whole, 1);
  return end + strspn (end, ": ");
}

static bool
has_wire (const DocModel *doc, const char *name)
{
  const uint32_t item = doc_find_item (doc, name);

  for (uint32_t w = 0; w < doc_n_wires (doc); w++)
    for (uint32_t k = 0; k < doc_wire (doc, w)->n_ends; k++)
      if (doc_wire (doc, w)->ends[k].item == item)
        return true;
  return false;
}

/* The parameter that turns a port of an item on; NULL if none does alone. */
static const char *
switch_of (const DocModel *doc, const DocItem *item, const char *port)
{
  g_autofree char *wanted = g_strconcat ("part.", port, NULL);

  for (uint32_t i = 0; i < item->card->n_params; i++) {
    const LibParam *param = &item->card->params[i];
    g_autofree char *text =
        g_strdup_printf ("component M\n  part = %s(%s = true)\nend\n",
                         item->card->entry->name, param->name);
    DocEnd end;

    if (param->kind != LIB_PARAM_BOOLEAN || !param->is_structural)
      continue;
    g_autoptr (DocModel) trial =
        doc_from_text (doc_index (doc), NULL, text, strlen (text));
    if (doc_find_port (trial, wanted, &end))
      return param->name;
  }
  return NULL;
}

/* What is said of a port that one of the two has not got now, and that would take the
 * other one; NULL if there is none. */
static char *
why_absent (const DocModel *doc, const DocItem *item, const DocItem *other)
{
  for (uint32_t i = 0; item->card != NULL && i < item->card->n_ports; i++)
    for (uint32_t k = 0; k < other->n_ports; k++) {
      const LibPort *port = &item->card->ports[i];

      if (port->is_present ||
          !lib_card_match_ports (doc_index (doc), port, false, other->ports[k].port,
                                 other->is_own_port, NULL))
        continue;
      const char *param = switch_of (doc, item, port->name);
      if (param != NULL)
        return g_strdup_printf (_ ("%s has the port %s only while its %s is on"),
                                item->name, port->name, param);
    }
  return NULL;
}

/* Why no port of the one takes one of the other, of bodies rather than of signals; NULL
 * if one does. */
static char *
why_apart (const DocModel *doc, const DocItem *item, const DocItem *other)
{
  g_autofree char *why = NULL, *of_signals = NULL;

  for (uint32_t i = 0; i < item->n_ports; i++)
    for (uint32_t k = 0; k < other->n_ports; k++) {
      g_autofree char *from = doc_port_name (item, i);
      g_autofree char *to = doc_port_name (other, k);
      g_autofree char *refusal = doc_refusal (doc, from, to);

      if (refusal == NULL)
        return NULL;
      char **first = lib_port_is_signal (item->ports[i].port) ||
                             lib_port_is_signal (other->ports[k].port)
                         ? &of_signals
                         : &why;
      if (*first == NULL)
        *first = g_steal_pointer (&refusal);
    }
  return why != NULL ? g_steal_pointer (&why) : g_steal_pointer (&of_signals);
}

/* Says that what was added has no wire, and why. */
static void
tell_unwired (DeskStudio *studio, const char *name, const char *beside)
{
  const DocModel *doc = studio->document->doc;
  const DocItem *item = doc_item (doc, doc_find_item_of (doc, beside));
  const DocItem *added = doc_item (doc, doc_find_item (doc, name));
  g_autofree char *why = why_absent (doc, item, added);

  if (why == NULL)
    why = why_absent (doc, added, item);
  if (why == NULL)
    why = why_apart (doc, item, added);
  g_autofree char *text =
      why != NULL
          ? g_strdup_printf (_ ("%s cannot be joined with %s: %s"), name, beside, why)
          : g_strdup_printf (_ ("%s cannot be joined with %s"), name, beside);
  desk_message (&studio->messages, text);
}

static const char *
add (DeskStudio *studio, const DeskInsertion *what, DocPoint at, GError **error)
{
  const char *class_name = desk_catalogue_component_class (what->component);
  DocModel *doc = studio->document->doc;
  uint32_t n;
  const char *const *names = desk_selection_names (studio->selection, &n);
  g_autofree char *beside =
      n > 0 ? g_strdup (what->from != NULL ? what->from : names[n - 1]) : NULL;
  const char *name =
      n > 0 ? doc_add_beside (doc, class_name, beside, !what->is_alone, error)
            : doc_add (doc, class_name, at, true, error);

  if (name != NULL && n == 0)
    face_right (doc, name);
  if (name != NULL && n > 0 && !what->is_alone && !has_wire (doc, name))
    tell_unwired (studio, name, beside);
  return name;
}

/* Both ways to insert: at a place, or at a loose end if there is one. */
static const char *
insert (DeskStudio *studio,
        DeskCatalogue *catalogue,
        const DeskInsertion *what,
        DocPoint at,
        const DeskInsertEnd *end)
{
  const LibCard *card = desk_catalogue_component_card (what->component);
  g_autofree char *problem = NULL;
  g_autoptr (GArray) values = read_values (catalogue, card, what->text, &problem);
  g_autofree char *label = g_strdup_printf (_ ("Insert %s"), card->title);
  g_autoptr (GError) error = NULL;
  DocModel *doc = studio->document->doc;

  if (values == NULL) {
    desk_message (&studio->messages, problem);
    return NULL;
  }
  /* The part, then its values. */
  doc_begin (doc, label);
  const char *name =
      end != NULL
          ? doc_add_at_end (doc, desk_catalogue_component_class (what->component),
                            end->from, at, &(DocCorners){end->points, end->n - 1},
                            &error)
          : add (studio, what, at, &error);
  for (guint i = 0; name != NULL && i < values->len; i++) {
    const Value *value = &g_array_index (values, Value, i);

    doc_set_modifier (doc, name, value->param.name, value->quantity.value,
                      value->quantity.entry, NULL);
  }
  doc_end (doc);
  if (name != NULL)
    desk_selection_set (studio->selection, &name, 1);
  desk_message_error (&studio->messages, error);
  return name;
}

const char *
desk_insert (DeskStudio *studio,
             DeskCatalogue *catalogue,
             const DeskInsertion *what,
             DocPoint at)
{
  return insert (studio, catalogue, what, at, NULL);
}

const char *
desk_insert_at_end (DeskStudio *studio,
                    DeskCatalogue *catalogue,
                    const DeskInsertion *what,
                    const DeskInsertEnd *end)
{
  return insert (studio, catalogue, what, end->points[end->n - 1], end);
}
