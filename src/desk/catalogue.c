/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Cards of all components that a library offers, sorted into sections as palettes show
 * them. The search gives each word typed points for where it is found and adds them up;
 * it looks at every card, some hundred. What people call a component counts as its name
 * does: these words are data of its library, and compared without case and accents. */
#include "desk/catalogue.h"

#include <string.h>

#include "lib/text.h"

/* What cards are read from, and where they are: as long as a component is somewhere. */
typedef struct {
  LibIndex *library;
  BaseArena *arena;
} Cards;

struct _DeskComponent {
  GObject parent_instance;

  Cards *cards;
  const LibCard *card;
  const LibAbout *about; /* of its library */
  char *name;            /* folded, for the search */
  GPtrArray *others;     /* folded: what else it is called */
  GPtrArray *of_parts;   /* folded: what else a part of its name is called */
  char *words;           /* folded: search words, category, also translated */
  char *doc;             /* folded, also translated */
};

G_DEFINE_FINAL_TYPE (DeskComponent, desk_component, G_TYPE_OBJECT)

struct _DeskSection {
  GObject parent_instance;

  char *title;
  char *symbol; /* or NULL */
  GListStore *children;
};

G_DEFINE_FINAL_TYPE (DeskSection, desk_section, G_TYPE_OBJECT)

struct DeskCatalogue {
  GPtrArray *components;
  GListStore *sections;
  guint n_components, n_sections; /* without the part that is replaced */
};

static Cards *
cards_new (const LibIndex *library)
{
  Cards *cards = g_atomic_rc_box_new (Cards);

  *cards = (Cards){lib_index_ref (library), base_arena_new ()};
  return cards;
}

static void
cards_clear (gpointer data)
{
  Cards *cards = data;

  base_arena_free (cards->arena);
  lib_index_unref (cards->library);
}

static void
desk_component_finalize (GObject *object)
{
  DeskComponent *self = DESK_COMPONENT (object);

  g_atomic_rc_box_release_full (self->cards, cards_clear);
  g_free (self->name);
  g_ptr_array_unref (self->others);
  g_ptr_array_unref (self->of_parts);
  g_free (self->words);
  g_free (self->doc);
  G_OBJECT_CLASS (desk_component_parent_class)->finalize (object);
}

static void
desk_component_class_init (DeskComponentClass *class)
{
  G_OBJECT_CLASS (class)->finalize = desk_component_finalize;
}

static void
desk_component_init (DeskComponent *self)
{
}

static void
desk_section_finalize (GObject *object)
{
  DeskSection *self = DESK_SECTION (object);

  g_free (self->title);
  g_free (self->symbol);
  g_clear_object (&self->children);
  G_OBJECT_CLASS (desk_section_parent_class)->finalize (object);
}

static void
desk_section_class_init (DeskSectionClass *class)
{
  G_OBJECT_CLASS (class)->finalize = desk_section_finalize;
}

static void
desk_section_init (DeskSection *self)
{
}

/* Without case and accents: "Dämpfer" is "dampfer". */
static char *
fold (const char *text)
{
  g_autofree char *plain = g_str_to_ascii (text, "C");

  return g_utf8_casefold (plain, -1);
}

/* Several words also as one, as they are typed in haste: "speed sensor", "speedsensor".
 */
static void
add_word (GPtrArray *list, const char *word)
{
  char *folded = fold (word);

  g_ptr_array_add (list, folded);
  if (strchr (folded, ' ') != NULL) {
    g_auto (GStrv) parts = g_strsplit (folded, " ", -1);

    g_ptr_array_add (list, g_strjoinv ("", parts));
  }
}

/* What the library says that people call it, by its title or a part of that: what a
 * "Spring" is called, a "SpringDamper" is in part. */
static void
collect_words (DeskComponent *self)
{
  const LangJson *words = self->about->words;
  const bool is_table = words != NULL && words->kind == LANG_JSON_OBJECT;

  for (uint32_t i = 0; is_table && i < words->n; i++) {
    const LangJson *list = words->items[i];
    const bool is_whole = g_str_equal (words->keys[i], self->card->title);
    const bool is_part = strstr (self->card->title, words->keys[i]) != NULL;

    for (uint32_t k = 0; is_part && list->kind == LANG_JSON_ARRAY && k < list->n; k++)
      add_word (is_whole ? self->others : self->of_parts,
                lang_json_string (list->items[k], ""));
  }
}

static DeskComponent *
component_new (Cards *cards, const LibCard *card)
{
  const LibAbout *about = lib_index_about (cards->library, card->library);
  DeskComponent *self = g_object_new (DESK_TYPE_COMPONENT, NULL);
  g_autoptr (GString) words = g_string_new (card->category);
  g_autofree char *read = lib_text_doc (card->doc);
  g_autofree char *doc = g_strjoin ("\n", read, card->doc, NULL);

  g_string_append_printf (words, " %s", lib_text (card->category));
  for (uint32_t i = 0; i < card->n_keywords; i++)
    g_string_append_printf (words, " %s", card->keywords[i]);
  self->cards = g_atomic_rc_box_acquire (cards);
  self->card = card;
  self->about = about;
  self->name = fold (card->title);
  self->others = g_ptr_array_new_with_free_func (g_free);
  self->of_parts = g_ptr_array_new_with_free_func (g_free);
  self->words = fold (words->str);
  self->doc = fold (doc);
  collect_words (self);
  return self;
}

static DeskSection *
section_new (const char *title, GType of)
{
  DeskSection *self = g_object_new (DESK_TYPE_SECTION, NULL);

  self->title = g_strdup (title);
  self->children = g_list_store_new (of);
  return self;
}

/* The section of this title, made if it is not the last: cards come in order. */
static DeskSection *
section_last (GListStore *store, const char *title, GType of)
{
  const guint n = g_list_model_get_n_items (G_LIST_MODEL (store));
  g_autoptr (DeskSection) last =
      n > 0 ? g_list_model_get_item (G_LIST_MODEL (store), n - 1) : NULL;

  if (last == NULL || !g_str_equal (last->title, title)) {
    g_clear_object (&last);
    last = section_new (title, of);
    g_list_store_append (store, last);
  }
  return last; /* the store holds it */
}

/* As its library lists them; the others behind, by name. */
static uint32_t
category_rank (const DeskComponent *component)
{
  const LangJson *first = component->about->categories;
  uint32_t i = 0;

  while (first != NULL && i < first->n &&
         strcmp (lang_json_string (first->items[i], ""), component->card->category) !=
             0)
    i++;
  return i;
}

static int
compare (gconstpointer a, gconstpointer b)
{
  const DeskComponent *x = *(DeskComponent *const *) a;
  const DeskComponent *y = *(DeskComponent *const *) b;
  int order = (x->about->place > y->about->place) - (x->about->place < y->about->place);

  if (order == 0)
    order = strcmp (x->card->library, y->card->library);
  if (order == 0)
    order = (int) category_rank (x) - (int) category_rank (y);
  if (order == 0)
    order = strcmp (x->card->category, y->card->category);
  return order != 0 ? order : strcmp (x->card->title, y->card->title);
}

/* Components of a library without folders stand right below its heading. */
static bool
has_categories (const DeskCatalogue *catalogue, const DeskComponent *of)
{
  for (guint i = 0; i < catalogue->components->len && *of->card->category == '\0';
       i++) {
    const DeskComponent *other = catalogue->components->pdata[i];

    if (strcmp (other->card->library, of->card->library) == 0 &&
        *other->card->category != '\0')
      return true;
  }
  return *of->card->category != '\0';
}

static void
sort_into_sections (DeskCatalogue *catalogue)
{
  for (guint i = 0; i < catalogue->components->len; i++) {
    DeskComponent *component = catalogue->components->pdata[i];
    const LibCard *card = component->card;
    DeskSection *library =
        section_last (catalogue->sections, component->about->title,
                      has_categories (catalogue, component) ? DESK_TYPE_SECTION
                                                            : DESK_TYPE_COMPONENT);
    const bool is_plain = g_list_model_get_item_type (
                              G_LIST_MODEL (library->children)) == DESK_TYPE_COMPONENT;
    const char *title = *card->category != '\0' ? card->category : library->title;
    DeskSection *category =
        is_plain ? library
                 : section_last (library->children, title, DESK_TYPE_COMPONENT);

    g_list_store_append (category->children, component);
    if (library->symbol == NULL ||
        g_strcmp0 (component->about->symbol, card->title) == 0) {
      g_free (library->symbol);
      library->symbol = g_strdup (card->icon);
    }
  }
}

/* Of a library that is not in `below`. */
static bool
is_offered (const LibEntry *entry, const LibIndex *below)
{
  const LangClass *class = entry->class;
  g_autofree char *library =
      below != NULL ? g_strndup (entry->namespace, strcspn (entry->namespace, "."))
                    : NULL;

  return class->kind == LANG_COMPONENT && !class->is_partial && !class->is_example &&
         !class->is_test && !class->is_broken &&
         (below == NULL || lib_index_about (below, library) == NULL);
}

DeskCatalogue *
desk_catalogue_new_part (const LibIndex *library, const LibIndex *below)
{
  DeskCatalogue *catalogue = g_new0 (DeskCatalogue, 1);
  const uint32_t n = lib_index_n_entries (library);
  Cards *cards = cards_new (library);

  catalogue->components = g_ptr_array_new_with_free_func (g_object_unref);
  catalogue->sections = g_list_store_new (DESK_TYPE_SECTION);
  for (uint32_t i = 0; i < n; i++) {
    const LibEntry *entry = lib_index_entry (library, i);
    const LibCard *card = is_offered (entry, below)
                              ? lib_card (cards->arena, library, entry, NULL, "")
                              : NULL;

    if (card != NULL && !card->is_alias && !card->is_deprecated)
      g_ptr_array_add (catalogue->components, component_new (cards, card));
  }
  g_atomic_rc_box_release_full (cards, cards_clear);
  g_ptr_array_sort (catalogue->components, compare);
  sort_into_sections (catalogue);
  catalogue->n_components = catalogue->components->len;
  catalogue->n_sections = g_list_model_get_n_items (G_LIST_MODEL (catalogue->sections));
  return catalogue;
}

DeskCatalogue *
desk_catalogue_new (const LibIndex *library)
{
  return desk_catalogue_new_part (library, NULL);
}

void
desk_catalogue_take_part (DeskCatalogue *catalogue, DeskCatalogue *part)
{
  GListModel *sections = G_LIST_MODEL (catalogue->sections);
  g_autoptr (GPtrArray) added = g_ptr_array_new_with_free_func (g_object_unref);

  g_ptr_array_set_size (catalogue->components, (gint) catalogue->n_components);
  for (guint i = 0; i < part->components->len; i++)
    g_ptr_array_add (catalogue->components, g_object_ref (part->components->pdata[i]));
  for (guint i = 0; i < part->n_sections; i++)
    g_ptr_array_add (added, g_list_model_get_item (G_LIST_MODEL (part->sections), i));
  g_list_store_splice (catalogue->sections, catalogue->n_sections,
                       g_list_model_get_n_items (sections) - catalogue->n_sections,
                       added->pdata, added->len);
}

void
desk_catalogue_free (DeskCatalogue *catalogue)
{
  g_ptr_array_unref (catalogue->components);
  g_object_unref (catalogue->sections);
  g_free (catalogue);
}

GListModel *
desk_catalogue_sections (DeskCatalogue *catalogue)
{
  return G_LIST_MODEL (catalogue->sections);
}

/* ---- search ---- */

/* Does `word` begin at a capital of the title ("isd" in InverseSpeedDependentForce)? */
static bool
fits_capitals (const char *title, const char *word)
{
  for (; *title != '\0' && *word != '\0'; title++)
    if (g_ascii_isupper (*title) && g_ascii_tolower (*title) == *word)
      word++;
  return *word == '\0';
}

/* Does a word behind the first one begin so? */
static bool
has_word (const char *text, const char *word)
{
  const char *found = strstr (text, word);

  while (found != NULL && found[-1] != ' ')
    found = strstr (found + 1, word);
  return found != NULL;
}

/* A beginning counts for more, the more of the name it is. */
static int
rank_begin (const char *name, const char *word, int least)
{
  return least + (int) (30 * strlen (word) / strlen (name));
}

/* What people call it comes before a name that only begins so. */
static int
rank_others (const GPtrArray *others, const char *word, int whole, int begun)
{
  int best = 0;

  for (guint i = 0; i < others->len; i++)
    if (g_str_equal (others->pdata[i], word))
      best = MAX (best, whole);
    else if (g_str_has_prefix (others->pdata[i], word))
      best = MAX (best, rank_begin (others->pdata[i], word, begun));
    else if (has_word (others->pdata[i], word))
      best = MAX (best, 40);
  return best;
}

static int
rank_name (const DeskComponent *component, const char *word)
{
  const char *found = strstr (component->name, word);
  const char *in_words = strstr (component->words, word);

  if (g_str_equal (component->name, word))
    return 100;
  if (found == component->name)
    return rank_begin (component->name, word, 55);
  if (found != NULL)
    return 50;
  if (g_ascii_isdigit (word[strspn (word, "+-.")])) /* a value, no word */
    return 0;
  if (fits_capitals (component->card->title, word))
    return 40;
  if (in_words != NULL)
    return in_words == component->words || in_words[-1] == ' ' ? 30 : 20;
  return strstr (component->doc, word) != NULL ? 5 : 0;
}

/* 0: not found; more is better. */
static int
rank_word (const DeskComponent *component, const char *word)
{
  const int of_name = rank_name (component, word);
  const int of_whole = rank_others (component->others, word, 105, 50);
  const int of_part = rank_others (component->of_parts, word, 50, 20);

  return MAX (of_name, MAX (of_whole, of_part));
}

/* Of several words that are its name together, or what it is called. */
static int
rank_together (const DeskComponent *component, char **words)
{
  const int whole = 100 * (int) g_strv_length (words);
  g_autofree char *name = g_strjoinv ("", words);

  if (g_ptr_array_find_with_equal_func (component->others, name, g_str_equal, NULL))
    return whole + 5;
  return g_str_equal (component->name, name) ? whole : 0;
}

static int
rank (const DeskComponent *component, char **words)
{
  const int together = words[0] != NULL ? rank_together (component, words) : 0;
  int sum = 0;

  if (together > 0)
    return together;
  for (uint32_t i = 0; words[i] != NULL; i++) {
    const int one = *words[i] != '\0' ? rank_word (component, words[i]) : 0;

    if (one == 0 && *words[i] != '\0')
      return 0;
    sum += one;
  }
  return sum;
}

typedef struct {
  DeskComponent *component;
  int of_text; /* points for what was typed */
  int rank;    /* all points */
  guint order;
} Found;

static int
compare_found (gconstpointer a, gconstpointer b)
{
  const Found *x = a;
  const Found *y = b;
  const size_t nx = strlen (x->component->name);
  const size_t ny = strlen (y->component->name);

  if (x->rank != y->rank)
    return y->rank - x->rank;
  if (x->of_text != y->of_text)
    return y->of_text - x->of_text;
  if (x->of_text >= 50 && nx != ny)
    return nx < ny ? -1 : 1;
  return x->order < y->order ? -1 : 1;
}

static char **
words_of (const char *text)
{
  g_autofree char *folded = fold (text);

  return g_strsplit (g_strstrip (folded), " ", -1);
}

GListModel *
desk_catalogue_rank (DeskCatalogue *catalogue,
                     const char *text,
                     DeskCatalogueWeigh weigh,
                     gpointer data)
{
  GListStore *result = g_list_store_new (DESK_TYPE_COMPONENT);
  g_auto (GStrv) words = words_of (text);
  const bool is_empty = text[strspn (text, " ")] == '\0';
  g_autoptr (GArray) found = g_array_new (FALSE, FALSE, sizeof (Found));

  for (guint i = 0; i < catalogue->components->len; i++) {
    DeskComponent *component = catalogue->components->pdata[i];
    const int points = is_empty ? 1 : rank (component, words);
    const int weight = points > 0 ? weigh (component->card, data) : -1;

    if (weight >= 0)
      g_array_append_val (found, ((Found){component, points, points + weight, i}));
  }
  g_array_sort (found, compare_found);
  for (guint i = 0; i < found->len; i++)
    g_list_store_append (result, g_array_index (found, Found, i).component);
  return G_LIST_MODEL (result);
}

static int
weigh_nothing (const LibCard *card, gpointer is_empty)
{
  return is_empty != NULL ? -1 : 0;
}

GListModel *
desk_catalogue_search (DeskCatalogue *catalogue, const char *text)
{
  const bool is_empty = text[strspn (text, " ")] == '\0';

  return desk_catalogue_rank (catalogue, text, weigh_nothing,
                              GINT_TO_POINTER (is_empty));
}

bool
desk_catalogue_has_name (DeskCatalogue *catalogue, const char *text)
{
  g_auto (GStrv) words = words_of (text);

  for (guint i = 0; i < catalogue->components->len; i++)
    if (rank_together (catalogue->components->pdata[i], words) > 0)
      return true;
  return false;
}

const char *
desk_catalogue_instead (DeskCatalogue *catalogue, const char *text)
{
  g_auto (GStrv) words = words_of (text);

  for (guint i = 0; i < catalogue->components->len; i++) {
    const DeskComponent *component = catalogue->components->pdata[i];
    const LangJson *instead = component->about->instead;
    const bool is_table = instead != NULL && instead->kind == LANG_JSON_OBJECT;

    for (uint32_t k = 0; is_table && k < instead->n; k++)
      if (g_strv_contains ((const char *const *) words, instead->keys[k]))
        return lib_text (lang_json_string (instead->items[k], NULL));
  }
  return NULL;
}

DeskComponent *
desk_catalogue_find (DeskCatalogue *catalogue, const char *class_name)
{
  for (guint i = 0; i < catalogue->components->len; i++) {
    DeskComponent *component = catalogue->components->pdata[i];

    if (g_str_equal (component->card->entry->name, class_name))
      return component;
  }
  return NULL;
}

const LibCard *
desk_catalogue_component_card (DeskComponent *self)
{
  return self->card;
}

const char *
desk_catalogue_component_class (DeskComponent *self)
{
  return self->card->entry->name;
}

const char *
desk_catalogue_section_title (DeskSection *self)
{
  return self->title;
}

const char *
desk_catalogue_section_symbol (DeskSection *self)
{
  return self->symbol;
}

GListModel *
desk_catalogue_section_children (DeskSection *self)
{
  return G_LIST_MODEL (self->children);
}

DeskSection *
desk_catalogue_section_new (const char *title)
{
  return section_new (title, DESK_TYPE_COMPONENT);
}
