/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What counts in the folders of a library. Only regular files are read and only real
 * folders are entered, so that no pipe blocks, no device runs for ever and no link
 * leads back or elsewhere. A name with a dot in it would be taken for two. */
#include "lib/folder.h"

#include <dirent.h>
#include <errno.h>
#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>
#include <math.h>
#include <string.h>
#include <sys/stat.h>

#include "base/file.h"
#include "base/name.h"
#include "lang/json.h"

#define ENDING ".dyad"

static bool
is_letter (gunichar c)
{
  return c == '_' || g_unichar_isalpha (c);
}

static bool
belongs (gunichar c)
{
  return c == '_' || g_unichar_isalnum (c);
}

static bool
is_identifier (const char *name)
{
  if (!g_utf8_validate (name, -1, NULL) || !is_letter (g_utf8_get_char (name)))
    return false;
  for (; *name != '\0'; name = g_utf8_next_char (name))
    if (!belongs (g_utf8_get_char (name)))
      return false;
  return true;
}

void
lib_folder_pass_over (BaseDiags *diags, const char *path, const char *reason)
{
  g_autofree char *text = g_filename_display_name (path);

  base_diags_add (diags, BASE_NOTE, 206, (BaseSpan){0}, "%s is skipped: %s", text,
                  reason);
}

/* NULL: it belongs to the library. */
static const char *
reason_against (const LibFile *file)
{
  switch (file->type) {
  case DT_DIR:
    return is_identifier (file->name)
               ? NULL
               : _ ("the name of a folder must be a letter, then "
                    "letters, digits and _");
  case DT_REG:
    return NULL;
  case DT_LNK:
    return _ ("links are not followed inside a library");
  case DT_UNKNOWN:
    return _ ("it cannot be read");
  default:
    return _ ("it is not a regular file");
  }
}

/* Some file systems do not list the types. */
static unsigned char
type_of (const LibFile *file, unsigned char listed)
{
  GStatBuf about;

  if (listed != DT_UNKNOWN || g_lstat (file->path, &about) != 0)
    return listed;
  return (unsigned char) IFTODT (about.st_mode);
}

static int
compare_names (gconstpointer a, gconstpointer b)
{
  return strcmp ((*(const LibFile *const *) a)->name,
                 (*(const LibFile *const *) b)->name);
}

bool
lib_folder_list (BaseArena *arena,
                 const char *folder,
                 GPtrArray *files,
                 BaseDiags *diags,
                 GError **error)
{
  DIR *dir = opendir (folder);
  guint n_kept = 0;

  if (dir == NULL) {
    const int why = errno;
    g_autofree char *text = g_filename_display_name (folder);

    g_set_error (error, G_FILE_ERROR, g_file_error_from_errno (why),
                 _ ("the folder %s cannot be read: %s"), text, g_strerror (why));
    return false;
  }
  for (const struct dirent *entry; (entry = readdir (dir)) != NULL;)
    if (entry->d_name[0] != '.') {
      LibFile *file = base_arena_new0 (arena, LibFile);

      file->name = base_arena_strdup (arena, entry->d_name);
      file->path = base_arena_printf (arena, "%s/%s", folder, entry->d_name);
      file->type = type_of (file, entry->d_type);
      g_ptr_array_add (files, file);
    }
  closedir (dir);
  /* By name, since folders come in any order; what is not to be read is left out. */
  g_ptr_array_sort (files, compare_names);
  for (guint i = 0; i < files->len; i++) {
    LibFile *file = files->pdata[i];
    const char *reason = reason_against (file);

    if (reason != NULL)
      lib_folder_pass_over (diags, file->path, reason);
    else if (file->type == DT_DIR || g_str_has_suffix (file->name, ENDING))
      files->pdata[n_kept++] = file;
  }
  g_ptr_array_set_size (files, (gint) n_kept);
  return true;
}

bool
lib_folder_is_of_one (const LibFile *file)
{
  return g_ascii_isupper (*file->name);
}

bool
lib_folder_may_define (const LibFile *file, const char *name)
{
  const size_t length = strlen (name);

  return !lib_folder_is_of_one (file) || (strncmp (file->name, name, length) == 0 &&
                                          strcmp (file->name + length, ENDING) == 0);
}

bool
lib_folder_read_about (BaseArena *arena,
                       const char *folder,
                       LibAbout *about,
                       BaseDiags *diags,
                       GError **error)
{
  g_autofree char *path = g_build_filename (folder, "library.json", NULL);
  g_autofree char *beside = g_build_filename (folder, "icons", NULL);
  g_autofree char *icons =
      g_file_test (beside, G_FILE_TEST_IS_DIR) ? base_file_resolve (beside) : NULL;
  const char *name = about->name;
  const bool has_file = g_file_test (path, G_FILE_TEST_EXISTS);
  g_autoptr (BaseSource) source = has_file ? base_source_read (path, error) : NULL;
  const LangJson *json = NULL;
  uint32_t at = 0;

  if (source != NULL)
    json = lang_json_parse (arena, source, base_source_text (source), &at, diags);
  /* Without a file, all of it is the default. */
  *about =
      (LibAbout){.name = name,
                 .icons = icons != NULL ? base_arena_strdup (arena, icons) : NULL,
                 .title = lang_json_string (lang_json_get (json, "title"), name),
                 .place = lang_json_number (lang_json_get (json, "place"), INFINITY),
                 .symbol = lang_json_string (lang_json_get (json, "symbol"), NULL),
                 .categories = lang_json_get (json, "categories"),
                 .words = lang_json_get (json, "words"),
                 .instead = lang_json_get (json, "instead"),
                 .terms = lang_json_get (json, "terms")};
  return !has_file || source != NULL;
}

const char *
lib_folder_name (const char *folder, GError **error)
{
  g_autofree char *full = g_canonicalize_filename (folder, NULL);
  g_autofree char *name = g_path_get_basename (full);
  g_autofree char *text = g_filename_display_name (full);

  if (is_identifier (name))
    return base_name (name);
  g_set_error (error, G_FILE_ERROR, G_FILE_ERROR_INVAL,
               _ ("the folder %s cannot be a library: its name must be a letter, then "
                  "letters, digits and _"),
               text);
  return NULL;
}

const char *
lib_folder_namespace (const char *path)
{
  g_autofree char *name = g_path_get_basename (path);
  g_autoptr (GString) text = g_string_new (NULL);

  if (g_str_has_suffix (name, ENDING))
    name[strlen (name) - strlen (ENDING)] = '\0';
  g_autofree char *valid = g_utf8_make_valid (name, -1);
  for (const char *at = valid; *at != '\0'; at = g_utf8_next_char (at)) {
    gunichar c = g_utf8_get_char (at);

    if (text->len == 0 && !is_letter (c))
      g_string_append_c (text, '_');
    if (belongs (c))
      g_string_append_unichar (text, c);
    else if (text->len == 0 || text->str[text->len - 1] != '_')
      g_string_append_c (text, '_');
  }
  return base_name (text->len > 0 ? text->str : "_");
}
