/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Namespaces with one table of names for each kind of definition, in layers: a file
 * lies on the libraries below it and hides what has the same name. Of the libraries
 * that come with the program only the names are listed at first; the folder of a
 * namespace is listed, and what may define a name read, when that name is asked for:
 * the text called after it, and those in lower case, which are scanned (scan.c) and
 * parsed when something in them is wanted. All of that is under a lock. */
#include "lib/index-private.h"

#include <dirent.h>
#include <glib/gi18n-lib.h>
#include <string.h>

#include "base/file.h"
#include "base/name.h"
#include "base/vec.h"
#include "lang/parse.h"
#include "lib/folder.h"
#include "lib/scan.h"

enum { N_TABLES = 4, DEEPEST_FOLDER = 16 };

/* A text whose definitions are known by name; read when the first of them is wanted. */
typedef struct {
  BaseSource *source;
  LangFile *file;
  uint32_t first; /* its entries in LibIndex.entries */
  uint32_t n;
} Text;

/* What is called alike in front of the last dot. */
typedef struct {
  const char *name;             /* qualified, interned */
  GHashTable *tables[N_TABLES]; /* last name -> Item, by bit of LibWant; NULL: none */
  int depth;                    /* how many namespaces it lies in */
  const char *folder;           /* still to be listed, or NULL */
  GPtrArray *unread;            /* LibFile: what is still to be read, or NULL */
} Space;

/* An entry whose class may still be unread: `text` is NULL for those that never are. */
typedef struct {
  LibEntry entry;
  Text *text;
  LangClassKind kind;
  int is_read; /* atomic; with it the entry is complete */
} Item;

struct LibIndex {
  gatomicrefcount refs;
  const LibIndex *below; /* or NULL */
  bool is_lazy; /* folders and texts are read when something in them is wanted */
  BaseArena *arena;
  GPtrArray *folders;         /* of libraries, resolved */
  BASE_VEC (LibAbout) about;  /* of each of them; without title: still to be read */
  GPtrArray *files;           /* LangFile */
  GPtrArray *sources;         /* BaseSource, of texts that wait */
  BASE_VEC (Item *) entries;  /* of this layer */
  GHashTable *spaces;         /* qualified name -> Space, of all that hold something */
  BASE_VEC (Space *) in_turn; /* as they came */
  GRecMutex lock;             /* for what is made when first asked for */
  const LibEntry **sorted;    /* with those below, made when first asked for */
  uint32_t n_sorted;
};

static void
space_free (void *data)
{
  Space *space = data;

  for (int i = 0; i < N_TABLES; i++)
    g_clear_pointer (&space->tables[i], g_hash_table_unref);
  g_clear_pointer (&space->unread, g_ptr_array_unref);
  g_free (space);
}

static LibIndex *
index_new (const LibIndex *below)
{
  LibIndex *index = g_new0 (LibIndex, 1);

  g_atomic_ref_count_init (&index->refs);
  index->below = below == NULL ? NULL : lib_index_ref ((LibIndex *) below);
  index->arena = base_arena_new ();
  index->folders = g_ptr_array_new_with_free_func (g_free);
  index->files = g_ptr_array_new_with_free_func ((GDestroyNotify) lang_file_unref);
  index->sources = g_ptr_array_new_with_free_func ((GDestroyNotify) base_source_unref);
  index->spaces = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, space_free);
  g_rec_mutex_init (&index->lock);
  return index;
}

LibIndex *
lib_index_ref (const LibIndex *index)
{
  LibIndex *self = (LibIndex *) index;

  g_atomic_ref_count_inc (&self->refs);
  return self;
}

void
lib_index_unref (LibIndex *index)
{
  while (index != NULL && g_atomic_ref_count_dec (&index->refs)) {
    LibIndex *below = (LibIndex *) index->below;

    g_ptr_array_unref (index->folders);
    g_ptr_array_unref (index->files);
    g_ptr_array_unref (index->sources);
    g_hash_table_unref (index->spaces);
    g_rec_mutex_clear (&index->lock);
    g_free (index->sorted);
    base_arena_free (index->arena);
    g_free (index);
    index = below;
  }
}

int
lib_index_table_of (LangClassKind kind)
{
  switch (kind) {
  case LANG_COMPONENT:
  case LANG_CONNECTOR:
    return 0;
  case LANG_TYPE:
  case LANG_ENUM:
  case LANG_STRUCT:
    return 1;
  case LANG_FUNCTION:
    return 2;
  case LANG_ANALYSIS:
    return 3;
  }
  g_assert_not_reached ();
}

/* ---- reading when wanted ---- */

/* What is wrong in a library that comes with the program is the program's error. */
static void
report_late (const BaseDiags *diags)
{
  for (uint32_t i = 0; i < base_diags_count (diags); i++) {
    g_autofree char *text = base_diag_to_text (base_diags_get (diags, i));

    if (base_diags_get (diags, i)->severity == BASE_ERROR)
      g_warning ("%s", text);
  }
}

static Item *
find_unread (const LibIndex *index, const Text *text, const LangClass *class)
{
  for (uint32_t k = text->first; k < text->first + text->n; k++) {
    Item *item = index->entries.at[k];
    const char *name = item->entry.name + strlen (item->entry.namespace) + 1;

    if (item->kind == class->kind && item->entry.class == NULL &&
        strcmp (name, class->name) == 0)
      return item;
  }
  return NULL;
}

/* Gives the text's items their classes. One that the parser does not find stays without
 * and is not found. */
static void
read_text (LibIndex *index, Text *text)
{
  g_autoptr (BaseDiags) diags = base_diags_new ();

  text->file = lang_parse (text->source, diags);
  g_ptr_array_add (index->files, text->file);
  report_late (diags);
  for (uint32_t i = 0; i < lang_file_n_classes (text->file); i++) {
    const LangClass *class = lang_file_class (text->file, i);
    Item *item = find_unread (index, text, class);

    if (item != NULL)
      item->entry.class = class;
  }
  for (uint32_t k = text->first; k < text->first + text->n; k++) {
    index->entries.at[k]->entry.file = text->file;
    g_atomic_int_set (&index->entries.at[k]->is_read, true);
  }
}

/* The entry with its class, or NULL. */
static const LibEntry *
read_item (const LibIndex *index, Item *item)
{
  LibIndex *self = (LibIndex *) index;

  if (!g_atomic_int_get (&item->is_read)) {
    g_rec_mutex_lock (&self->lock);
    if (!item->is_read)
      read_text (self, item->text);
    g_rec_mutex_unlock (&self->lock);
  }
  return item->entry.class != NULL ? &item->entry : NULL;
}

/* ---- filling ---- */

static void
report_twice (const LibEntry *first,
              const LangFile *file,
              const LangClass *second,
              BaseDiags *diags)
{
  const BaseSpan place = lang_file_span (first->file, first->class->name_span);
  uint32_t line, column;

  base_diags_add (diags, BASE_ERROR, 201, lang_file_span (file, second->name_span),
                  "%s is defined twice", second->name);
  base_source_locate (place.source, place.begin, &line, &column);
  base_diags_set_hint (diags, "the first definition is at %s:%u",
                       base_source_path (place.source), line);
}

static Item *
look_up (const Space *space, int table, const char *name)
{
  GHashTable *items = space == NULL ? NULL : space->tables[table];

  return items == NULL ? NULL : g_hash_table_lookup (items, name);
}

/* The namespace, made with those around it if it is new. */
static Space *
add_space (LibIndex *index, const char *namespace)
{
  Space *space = g_hash_table_lookup (index->spaces, namespace);
  const char *dot = strrchr (namespace, '.');

  if (space != NULL)
    return space;
  space = g_new0 (Space, 1);
  space->name = namespace;
  g_hash_table_insert (index->spaces, (char *) namespace, space);
  base_vec_push (index->arena, index->in_turn, space);
  if (dot != NULL) {
    const char *outer = base_name_n (namespace, (size_t) (dot - namespace));
    space->depth = add_space (index, outer)->depth + 1;
  }
  return space;
}

/* NULL: the namespace has one of that name. */
static Item *
add_item (LibIndex *index, LangClassKind kind, const char *namespace, const char *name)
{
  Space *space = add_space (index, namespace);
  GHashTable **table = &space->tables[lib_index_table_of (kind)];

  if (*table == NULL)
    *table = g_hash_table_new (g_str_hash, g_str_equal);
  else if (g_hash_table_contains (*table, name))
    return NULL;
  Item *item = base_arena_new0 (index->arena, Item);
  item->entry.name = base_arena_printf (index->arena, "%s.%s", namespace, name);
  item->entry.namespace = namespace;
  item->kind = kind;
  g_hash_table_insert (*table, (char *) item->entry.name + strlen (namespace) + 1,
                       item);
  base_vec_push (index->arena, index->entries, item);
  return item;
}

static void
add_class (LibIndex *index,
           const LangFile *file,
           const LangClass *class,
           const char *namespace,
           BaseDiags *diags)
{
  Item *item = add_item (index, class->kind, namespace, class->name);

  if (item == NULL) {
    const Space *space = g_hash_table_lookup (index->spaces, namespace);
    const LibEntry *first = read_item (
        index, look_up (space, lib_index_table_of (class->kind), class->name));

    if (first != NULL)
      report_twice (first, file, class, diags);
    return;
  }
  item->entry.class = class;
  item->entry.file = file;
  item->is_read = true;
}

/* Takes over the reference to `file`. */
static void
add_file (LibIndex *index, LangFile *file, const char *namespace, BaseDiags *diags)
{
  g_ptr_array_add (index->files, file);
  add_space (index, namespace);
  for (uint32_t i = 0; i < lang_file_n_classes (file); i++)
    add_class (index, file, lang_file_class (file, i), namespace, diags);
}

typedef struct {
  LibIndex *index;
  Text *text;
  const char *namespace;
  bool has_twins;
} Scan;

static void
add_scanned (void *data, LangClassKind kind, const char *name)
{
  Scan *scan = data;
  Item *item = add_item (scan->index, kind, scan->namespace, name);

  if (item == NULL) {
    scan->has_twins = true;
    return;
  }
  item->text = scan->text;
  scan->text->n++;
}

/* Takes back what a scan has added that came to no good end. */
static void
remove_scanned (LibIndex *index, const Text *text)
{
  for (; index->entries.n > text->first; index->entries.n--) {
    const Item *item = index->entries.at[index->entries.n - 1];
    const char *namespace = item->entry.namespace;
    const Space *space = g_hash_table_lookup (index->spaces, namespace);

    g_hash_table_remove (space->tables[lib_index_table_of (item->kind)],
                         item->entry.name + strlen (namespace) + 1);
  }
}

/* Notes the definitions of a text for later. False if it must be parsed now. */
static bool
defer_file (LibIndex *index, BaseSource *source, const char *namespace)
{
  Text *text = base_arena_new0 (index->arena, Text);
  Scan scan = {.index = index, .text = text, .namespace = namespace};

  text->first = index->entries.n;
  if (!lib_scan (base_source_text (source), add_scanned, &scan) || scan.has_twins) {
    remove_scanned (index, text);
    return false;
  }
  text->source = base_source_ref (source);
  g_ptr_array_add (index->sources, text->source);
  return true;
}

/* What is called after its only definition is wanted when it is read. */
static bool
read_file (LibIndex *index,
           const LibFile *file,
           const char *namespace,
           BaseDiags *diags,
           GError **error)
{
  g_autoptr (BaseSource) source = base_source_read (file->path, error);

  if (source == NULL)
    return false;
  if (!index->is_lazy || lib_folder_is_of_one (file) ||
      !defer_file (index, source, namespace))
    add_file (index, lang_parse (source, diags), namespace, diags);
  return true;
}

/* ---- folders ---- */

/* Of the folder of a namespace, if it still is to be listed: its files are left unread,
 * its sub-folders unlisted. */
static bool
list_space (LibIndex *index, Space *space, BaseDiags *diags, GError **error)
{
  const char *folder = space->folder;

  if (folder == NULL)
    return true;
  space->folder = NULL;
  space->unread = g_ptr_array_new ();
  if (!lib_folder_list (index->arena, folder, space->unread, diags, error))
    return false;
  for (guint i = 0; i < space->unread->len; i++) {
    const LibFile *file = space->unread->pdata[i];
    g_autofree char *inner = g_strdup_printf ("%s.%s", space->name, file->name);

    if (file->type != DT_DIR)
      continue;
    g_ptr_array_remove_index (space->unread, i--);
    if (space->depth < DEEPEST_FOLDER)
      add_space (index, base_name (inner))->folder = file->path;
    else
      lib_folder_pass_over (diags, file->path, _ ("it is nested too deeply"));
  }
  return true;
}

/* A text that is unread and may define the name (NULL: any), which it then is no
 * longer; NULL if there is none. */
static const LibFile *
take_text (Space *space, const char *name)
{
  for (guint i = 0; space->unread != NULL && i < space->unread->len; i++)
    if (name == NULL || lib_folder_may_define (space->unread->pdata[i], name))
      return g_ptr_array_remove_index (space->unread, i);
  return NULL;
}

/* Of the user's own libraries, what cannot be read takes nothing away from the rest. */
static bool
read_all (LibIndex *index, BaseDiags *diags, GError **error)
{
  for (uint32_t i = 0; i < index->in_turn.n; i++) {
    Space *space = index->in_turn.at[i];
    const LibFile *file;

    if (!list_space (index, space, diags, error))
      return false;
    while ((file = take_text (space, NULL)) != NULL) {
      g_autoptr (GError) failure = NULL;

      if (read_file (index, file, space->name, diags, &failure))
        continue;
      if (index->below == NULL) {
        g_propagate_error (error, g_steal_pointer (&failure));
        return false;
      }
      lib_folder_pass_over (diags, file->path, failure->message);
    }
  }
  return true;
}

static void
list_late (LibIndex *index, Space *space)
{
  g_autoptr (BaseDiags) diags = base_diags_new ();
  g_autoptr (GError) error = NULL;

  if (!list_space (index, space, diags, &error))
    g_warning ("%s", error->message);
  report_late (diags);
}

/* What may define the name, or all. A file that cannot be read any more is absent. */
static void
read_late (LibIndex *index, Space *space, const char *name)
{
  const LibFile *file = take_text (space, name);

  if (file == NULL)
    return;
  g_autoptr (BaseDiags) diags = base_diags_new ();
  for (; file != NULL; file = take_text (space, name)) {
    g_autoptr (GError) error = NULL;

    if (!read_file (index, file, space->name, diags, &error))
      g_warning ("%s", error->message);
  }
  report_late (diags);
}

static void
read_about_late (LibIndex *index, const char *folder, LibAbout *about)
{
  g_autoptr (BaseDiags) diags = base_diags_new ();
  g_autoptr (GError) error = NULL;

  if (!lib_folder_read_about (index->arena, folder, about, diags, &error))
    g_warning ("%s", error->message);
  report_late (diags);
}

/* With its folder listed, as are those around it; or NULL. */
static Space *
find_space (LibIndex *index, const char *namespace)
{
  Space *space = g_hash_table_lookup (index->spaces, namespace);
  const char *end = namespace;

  if (!index->is_lazy || (space != NULL && space->folder == NULL))
    return space;
  do {
    end = strchrnul (end + 1, '.');
    g_autofree char *outer = g_strndup (namespace, (gsize) (end - namespace));

    space = g_hash_table_lookup (index->spaces, outer);
    if (space != NULL && space->folder != NULL)
      list_late (index, space);
  } while (space != NULL && *end != '\0');
  return space;
}

const LibAbout *
lib_index_about (const LibIndex *index, const char *library)
{
  LibIndex *self = (LibIndex *) index;
  uint32_t i = 0;

  while (i < self->about.n && strcmp (self->about.at[i].name, library) != 0)
    i++;
  if (i == self->about.n)
    return index->below != NULL ? lib_index_about (index->below, library) : NULL;
  g_rec_mutex_lock (&self->lock);
  if (self->about.at[i].title == NULL)
    read_about_late (self, self->folders->pdata[i], &self->about.at[i]);
  g_rec_mutex_unlock (&self->lock);
  return &self->about.at[i];
}

/* Takes over the resolved path of the folder. */
static LibAbout *
add_library (LibIndex *index, const char *name, const char *folder, char *resolved)
{
  add_space (index, name)->folder = base_arena_strdup (index->arena, folder);
  g_ptr_array_add (index->folders, resolved);
  base_vec_push (index->arena, index->about, (LibAbout){.name = name});
  return &index->about.at[index->about.n - 1];
}

static bool
read_library (LibIndex *index, const char *folder, BaseDiags *diags, GError **error)
{
  if (g_file_test (folder, G_FILE_TEST_EXISTS) &&
      !g_file_test (folder, G_FILE_TEST_IS_DIR)) {
    g_autofree char *text = g_filename_display_name (folder);

    g_set_error (error, G_FILE_ERROR, G_FILE_ERROR_NOTDIR,
                 _ ("%s is a file, but a library is a folder"), text);
    return false;
  }
  const char *name = lib_folder_name (folder, error);
  if (name == NULL)
    return false;
  LibAbout *about = add_library (index, name, folder, base_file_resolve (folder));
  return lib_folder_read_about (index->arena, folder, about, diags, error) &&
         read_all (index, diags, error);
}

LibIndex *
lib_index_load (const char *const *folders, BaseDiags *diags, GError **error)
{
  g_autoptr (LibIndex) index = index_new (NULL);

  for (size_t i = 0; folders[i] != NULL; i++)
    if (!read_library (index, folders[i], diags, error))
      return NULL;
  return g_steal_pointer (&index);
}

LibIndex *
lib_index_load_all (const char *data_dir, BaseDiags *diags, GError **error)
{
  g_autofree char *folder = g_build_filename (data_dir, "library", NULL);
  g_autofree char *resolved = base_file_resolve (folder);
  g_autoptr (BaseArena) arena = base_arena_new ();
  g_autoptr (GPtrArray) files = g_ptr_array_new ();
  g_autoptr (LibIndex) index = index_new (NULL);

  if (!lib_folder_list (arena, folder, files, diags, error))
    return NULL;
  index->is_lazy = true;
  for (guint i = 0; i < files->len; i++) {
    const LibFile *file = files->pdata[i];

    if (file->type == DT_DIR)
      add_library (index, base_name (file->name), file->path,
                   g_build_filename (resolved, file->name, NULL));
  }
  return g_steal_pointer (&index);
}

LibIndex *
lib_index_put_own (const LibIndex *below, const char *place, BaseDiags *diags)
{
  LibIndex *index = index_new (below);
  g_autoptr (GPtrArray) files = g_ptr_array_new ();

  if (g_file_test (place, G_FILE_TEST_IS_DIR))
    lib_folder_list (index->arena, place, files, diags, NULL);
  for (guint i = 0; i < files->len; i++) {
    const LibFile *file = files->pdata[i];
    g_autoptr (GError) error = NULL;

    if (file->type == DT_DIR && lib_index_about (below, file->name) != NULL)
      lib_folder_pass_over (diags, file->path, _ ("there is a library of that name"));
    else if (file->type == DT_DIR && !read_library (index, file->path, diags, &error))
      lib_folder_pass_over (diags, file->path, error->message);
  }
  return index;
}

LibIndex *
lib_index_put (const LibIndex *below,
               const LangFile *file,
               const char *within,
               BaseDiags *diags)
{
  LibIndex *index = index_new (below);

  const char *namespace =
      within != NULL
          ? base_name (within)
          : lib_folder_namespace (base_source_path (lang_file_source (file)));

  add_file (index, lang_file_ref (file), namespace, diags);
  return index;
}

/* ---- finding ---- */

/* In one layer, with its class, or NULL. */
static const LibEntry *
find_entry (LibIndex *index, const char *namespace, const char *name, LibWant want)
{
  const LibEntry *entry = NULL;

  g_rec_mutex_lock (&index->lock);
  Space *space = find_space (index, namespace);
  if (space != NULL)
    read_late (index, space, name);
  for (int i = 0; i < N_TABLES && entry == NULL; i++) {
    Item *item = (want & (1 << i)) != 0 ? look_up (space, i, name) : NULL;

    entry = item != NULL ? read_item (index, item) : NULL;
  }
  g_rec_mutex_unlock (&index->lock);
  return entry;
}

const LibEntry *
lib_index_get (const LibIndex *index, const char *name, LibWant want)
{
  const char *dot = strrchr (name, '.');
  g_autofree char *namespace =
      dot == NULL ? NULL : g_strndup (name, (gsize) (dot - name));
  const LibEntry *entry = NULL;

  for (; namespace != NULL && index != NULL && entry == NULL; index = index->below)
    entry = find_entry ((LibIndex *) index, namespace, dot + 1, want);
  return entry;
}

bool
lib_index_has_namespace (const LibIndex *index, const char *name)
{
  bool has_it = false;

  for (; index != NULL && !has_it; index = index->below) {
    LibIndex *self = (LibIndex *) index;

    g_rec_mutex_lock (&self->lock);
    has_it = find_space (self, name) != NULL;
    g_rec_mutex_unlock (&self->lock);
  }
  return has_it;
}

const char *
lib_index_folder (const LibIndex *index, uint32_t i)
{
  for (; index != NULL && i >= index->folders->len; index = index->below)
    i -= index->folders->len;
  return index == NULL ? NULL : index->folders->pdata[i];
}

const LibAbout *
lib_index_about_at (const LibIndex *index, uint32_t i)
{
  for (; index != NULL && i >= index->about.n; index = index->below)
    i -= index->about.n;
  return index != NULL ? lib_index_about (index, index->about.at[i].name) : NULL;
}

/* ---- listing ---- */

static int
compare_entries (const void *a, const void *b)
{
  const LibEntry *one = *(const LibEntry *const *) a;
  const LibEntry *two = *(const LibEntry *const *) b;
  int order = strcmp (one->name, two->name);

  return order != 0 ? order : (int) one->class->kind - (int) two->class->kind;
}

static const LibEntry **
sort_entries (LibIndex *self, uint32_t *n)
{
  uint32_t n_below = self->below == NULL ? 0 : lib_index_n_entries (self->below);

  for (uint32_t i = 0; i < self->in_turn.n; i++) {
    list_late (self, self->in_turn.at[i]);
    read_late (self, self->in_turn.at[i], NULL);
  }
  const LibEntry **sorted = g_new (const LibEntry *, n_below + self->entries.n + 1);
  *n = 0;
  for (uint32_t i = 0; i < self->entries.n; i++) {
    const LibEntry *entry = read_item (self, self->entries.at[i]);

    if (entry != NULL)
      sorted[(*n)++] = entry;
  }
  for (uint32_t i = 0; i < n_below; i++) {
    const LibEntry *entry = lib_index_entry (self->below, i);

    if (look_up (g_hash_table_lookup (self->spaces, entry->namespace),
                 lib_index_table_of (entry->class->kind),
                 entry->name + strlen (entry->namespace) + 1) == NULL)
      sorted[(*n)++] = entry;
  }
  if (*n > 1)
    qsort (sorted, *n, sizeof *sorted, compare_entries);
  return sorted;
}

/* The list is made at the first question, under the lock. */
uint32_t
lib_index_n_entries (const LibIndex *index)
{
  LibIndex *self = (LibIndex *) index;

  g_rec_mutex_lock (&self->lock);
  if (self->sorted == NULL)
    self->sorted = sort_entries (self, &self->n_sorted);
  g_rec_mutex_unlock (&self->lock);
  return self->n_sorted;
}

const LibEntry *
lib_index_entry (const LibIndex *index, uint32_t i)
{
  const uint32_t n = lib_index_n_entries (index);

  g_assert (i < n);
  return index->sorted[i];
}

const LibEntry *
lib_index_of_class (const LibIndex *index, const LangClass *class)
{
  const LibEntry *found = NULL;

  for (; index != NULL && found == NULL; index = index->below) {
    LibIndex *self = (LibIndex *) index;

    g_rec_mutex_lock (&self->lock);
    for (uint32_t i = 0; i < self->entries.n && found == NULL; i++) {
      const Item *item = self->entries.at[i];

      if (item->is_read && item->entry.class == class)
        found = &item->entry;
    }
    g_rec_mutex_unlock (&self->lock);
  }
  return found;
}
