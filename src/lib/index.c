#include "lib/index.h"

#include <string.h>

#include "base/name.h"
#include "base/vec.h"
#include "lang/parser.h"
#include "lib/near.h"

enum { N_TABLES = 4, DEEPEST_FOLDER = 16 };

struct LibIndex {
  gatomicrefcount refs;
  const LibIndex *below; /* or NULL */
  BaseArena *arena;
  GPtrArray *files;
  BASE_VEC (const LibEntry *) entries; /* of this layer */
  GHashTable *tables[N_TABLES];        /* qualified name -> entry, by bit of LibWant */
  GHashTable *namespaces;              /* qualified names of all that hold something */
  GMutex sorting;
  const LibEntry **sorted; /* with those below, made when first asked for */
  uint32_t n_sorted;
};

static LibIndex *
index_new (const LibIndex *below)
{
  LibIndex *index = g_new0 (LibIndex, 1);

  g_atomic_ref_count_init (&index->refs);
  index->below = below == NULL ? NULL : lib_index_ref ((LibIndex *) below);
  index->arena = base_arena_new ();
  index->files = g_ptr_array_new ();
  for (int i = 0; i < N_TABLES; i++)
    index->tables[i] = g_hash_table_new (g_str_hash, g_str_equal);
  index->namespaces = g_hash_table_new (g_str_hash, g_str_equal);
  g_mutex_init (&index->sorting);
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

    for (guint i = 0; i < index->files->len; i++)
      lang_file_unref (index->files->pdata[i]);
    g_ptr_array_unref (index->files);
    for (int i = 0; i < N_TABLES; i++)
      g_hash_table_unref (index->tables[i]);
    g_hash_table_unref (index->namespaces);
    g_mutex_clear (&index->sorting);
    g_free (index->sorted);
    base_arena_free (index->arena);
    g_free (index);
    index = below;
  }
}

static int
table_of (LangClassKind kind)
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

/* ---- filling ---- */

static void
report_twice (const LibEntry *first, const LangClass *second, BaseDiags *diags)
{
  const BaseSpan *place = &first->class->name_span;
  uint32_t line, column;

  base_diags_add (diags, BASE_ERROR, 201, second->name_span, "%s is defined twice",
                  second->name);
  base_source_locate (place->source, place->begin, &line, &column);
  base_diags_set_hint (diags, "the first definition is at %s:%u",
                       base_source_path (place->source), line);
}

static void
add_class (LibIndex *index,
           const LangFile *file,
           const LangClass *class,
           const char *namespace,
           BaseDiags *diags)
{
  GHashTable *table = index->tables[table_of (class->kind)];
  char *name = base_arena_printf (index->arena, "%s.%s", namespace, class->name);
  const LibEntry *first = g_hash_table_lookup (table, name);

  if (first != NULL) {
    report_twice (first, class, diags);
    return;
  }
  LibEntry *entry = base_arena_new0 (index->arena, LibEntry);
  *entry =
      (LibEntry){.class = class, .name = name, .namespace = namespace, .file = file};
  g_hash_table_insert (table, name, entry);
  base_vec_push (index->arena, index->entries, entry);
}

static void
add_namespace (LibIndex *index, const char *namespace)
{
  const char *dot = strrchr (namespace, '.');

  g_hash_table_add (index->namespaces, (char *) namespace);
  while (dot != NULL) {
    const char *outer = base_name_n (namespace, (size_t) (dot - namespace));

    g_hash_table_add (index->namespaces, (char *) outer);
    dot = strrchr (outer, '.');
  }
}

/* Takes over the reference to `file`. */
static void
add_file (LibIndex *index, LangFile *file, const char *namespace, BaseDiags *diags)
{
  g_ptr_array_add (index->files, file);
  add_namespace (index, namespace);
  for (uint32_t i = 0; i < lang_file_n_classes (file); i++)
    add_class (index, file, lang_file_class (file, i), namespace, diags);
}

static bool
read_file (LibIndex *index,
           const char *path,
           const char *namespace,
           BaseDiags *diags,
           GError **error)
{
  g_autofree char *text = NULL;
  gsize length;

  if (!g_file_get_contents (path, &text, &length, error))
    return false;
  g_autoptr (BaseSource) source = base_source_new (path, text, length);
  add_file (index, lang_parse (source, diags), namespace, diags);
  return true;
}

static int
compare_names (gconstpointer a, gconstpointer b)
{
  return strcmp (*(char *const *) a, *(char *const *) b);
}

static GPtrArray *
list_folder (const char *folder, GError **error)
{
  GDir *dir = g_dir_open (folder, 0, error);
  const char *name;

  if (dir == NULL)
    return NULL;
  GPtrArray *names = g_ptr_array_new_with_free_func (g_free);
  while ((name = g_dir_read_name (dir)) != NULL)
    if (name[0] != '.')
      g_ptr_array_add (names, g_strdup (name));
  g_dir_close (dir);
  g_ptr_array_sort (names, compare_names);
  return names;
}

/* Recurses into sub-folders, at most DEEPEST_FOLDER deep (a link may lead back). */
static bool
read_folder (LibIndex *index,
             const char *folder,
             const char *namespace,
             int depth,
             BaseDiags *diags,
             GError **error)
{
  g_autoptr (GPtrArray) names = list_folder (folder, error);
  bool good = names != NULL;

  for (guint i = 0; good && i < names->len; i++) {
    const char *name = names->pdata[i];
    g_autofree char *path = g_build_filename (folder, name, NULL);

    if (g_str_has_suffix (name, ".dyad")) {
      good = read_file (index, path, namespace, diags, error);
    } else if (depth < DEEPEST_FOLDER && g_file_test (path, G_FILE_TEST_IS_DIR)) {
      g_autofree char *inner = g_strdup_printf ("%s.%s", namespace, name);
      good = read_folder (index, path, base_name (inner), depth + 1, diags, error);
    }
  }
  return good;
}

LibIndex *
lib_index_load (const char *const *folders, BaseDiags *diags, GError **error)
{
  g_autoptr (LibIndex) index = index_new (NULL);

  for (size_t i = 0; folders[i] != NULL; i++) {
    g_autofree char *name = g_path_get_basename (folders[i]);

    if (!read_folder (index, folders[i], base_name (name), 0, diags, error))
      return NULL;
  }
  return g_steal_pointer (&index);
}

LibIndex *
lib_index_load_all (const char *data_dir, BaseDiags *diags, GError **error)
{
  g_autofree char *folder = g_build_filename (data_dir, "library", NULL);
  g_autoptr (GPtrArray) names = list_folder (folder, error);

  if (names == NULL)
    return NULL;
  g_autoptr (GPtrArray) paths = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; i < names->len; i++) {
    char *path = g_build_filename (folder, names->pdata[i], NULL);

    if (g_file_test (path, G_FILE_TEST_IS_DIR))
      g_ptr_array_add (paths, path);
    else
      g_free (path);
  }
  g_ptr_array_add (paths, NULL);
  return lib_index_load ((const char *const *) paths->pdata, diags, error);
}

LibIndex *
lib_index_put (const LibIndex *below,
               const LangFile *file,
               const char *within,
               BaseDiags *diags)
{
  LibIndex *index = index_new (below);

  if (within != NULL) {
    add_file (index, lang_file_ref (file), base_name (within), diags);
    return index;
  }
  g_autofree char *name =
      g_path_get_basename (base_source_path (lang_file_source (file)));
  if (g_str_has_suffix (name, ".dyad"))
    name[strlen (name) - strlen (".dyad")] = '\0';
  add_file (index, lang_file_ref (file), base_name (name), diags);
  return index;
}

/* ---- finding ---- */

const LibEntry *
lib_index_get (const LibIndex *index, const char *name, LibWant want)
{
  for (; index != NULL; index = index->below)
    for (int i = 0; i < N_TABLES; i++) {
      const LibEntry *entry =
          (want & (1 << i)) != 0 ? g_hash_table_lookup (index->tables[i], name) : NULL;

      if (entry != NULL)
        return entry;
    }
  return NULL;
}

/* Calls `get` for "SCOPE.name", SCOPE going outwards from `from`, then for the bare
 * name, then for the base library, until one is found. */
const LibEntry *
lib_index_find (const LibIndex *index, const char *from, const char *name, LibWant want)
{
  g_autoptr (GString) full = g_string_new (from);
  const LibEntry *entry = NULL;

  while (entry == NULL && full->len > 0) {
    gsize scope = full->len;

    g_string_append_printf (full, ".%s", name);
    entry = lib_index_get (index, full->str, want);
    g_string_truncate (full, scope);
    const char *dot = strrchr (full->str, '.');
    g_string_truncate (full, dot == NULL ? 0 : (gsize) (dot - full->str));
  }
  if (entry == NULL)
    entry = lib_index_get (index, name, want);
  if (entry == NULL) {
    g_string_printf (full, "Dyad.%s", name);
    entry = lib_index_get (index, full->str, want);
  }
  return entry;
}

static bool
has_namespace (const LibIndex *index, const char *name)
{
  for (; index != NULL; index = index->below)
    if (g_hash_table_contains (index->namespaces, name))
      return true;
  return false;
}

bool
lib_index_knows_root (const LibIndex *index, const char *from, const char *name)
{
  const char *dot = strchr (name, '.');
  g_autofree char *root = dot == NULL ? g_strdup (name) : g_strndup (name, dot - name);
  g_autoptr (GString) full = g_string_new (from);

  if (dot == NULL || has_namespace (index, root))
    return true;
  while (full->len > 0) {
    gsize scope = full->len;

    g_string_append_printf (full, ".%s", root);
    if (has_namespace (index, full->str))
      return true;
    g_string_truncate (full, scope);
    const char *last = strrchr (full->str, '.');
    g_string_truncate (full, last == NULL ? 0 : (gsize) (last - full->str));
  }
  return lib_index_find (index, from, root, LIB_ANY) != NULL;
}

/* The shortest name by which `entry` is found from `from`: without the namespaces that
 * both share. */
static const char *
short_name (const LibEntry *entry, const char *from)
{
  size_t length = strlen (entry->namespace);

  if (strncmp (from, entry->namespace, length) == 0 &&
      (from[length] == '.' || from[length] == '\0'))
    return entry->name + length + 1;
  return g_str_has_prefix (entry->name, "Dyad.") ? entry->name + strlen ("Dyad.")
                                                 : entry->name;
}

char *
lib_index_near (const LibIndex *index, const char *from, const char *name, LibWant want)
{
  const char *dot = strrchr (name, '.');
  LibNear near;

  lib_near_begin (&near, dot == NULL ? name : dot + 1);
  for (uint32_t i = 0; i < lib_index_n_entries (index); i++) {
    const LibEntry *entry = lib_index_entry (index, i);

    if ((want & (1 << table_of (entry->class->kind))) != 0)
      lib_near_offer (&near, entry->class->name, short_name (entry, from));
  }
  return lib_near_to_text (&near);
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

static void
sort_entries (LibIndex *self)
{
  uint32_t n_below = self->below == NULL ? 0 : lib_index_n_entries (self->below);

  self->sorted = g_new (const LibEntry *, n_below + self->entries.n + 1);
  for (uint32_t i = 0; i < self->entries.n; i++)
    self->sorted[self->n_sorted++] = self->entries.at[i];
  for (uint32_t i = 0; i < n_below; i++) {
    const LibEntry *entry = lib_index_entry (self->below, i);

    if (!g_hash_table_contains (self->tables[table_of (entry->class->kind)],
                                entry->name))
      self->sorted[self->n_sorted++] = entry;
  }
  qsort (self->sorted, self->n_sorted, sizeof *self->sorted, compare_entries);
}

/* The list is made at the first question, under a lock; the index itself never changes.
 */
static const LibIndex *
with_list (const LibIndex *index)
{
  LibIndex *self = (LibIndex *) index;

  g_mutex_lock (&self->sorting);
  if (self->sorted == NULL)
    sort_entries (self);
  g_mutex_unlock (&self->sorting);
  return self;
}

uint32_t
lib_index_n_entries (const LibIndex *index)
{
  return with_list (index)->n_sorted;
}

const LibEntry *
lib_index_entry (const LibIndex *index, uint32_t i)
{
  return with_list (index)->sorted[i];
}
