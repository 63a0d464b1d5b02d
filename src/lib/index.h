/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "base/diag.h"
#include "lang/ast.h"
#include "lang/near.h"

/* All known definitions: libraries (folders of texts) and files put on top of them.
 *
 * Immutable after it is made and counted, so threads share it. An index on top of
 * another holds a reference to that one and copies nothing: compiling a diagram over a
 * large library costs the diagram only.
 */
typedef struct LibIndex LibIndex;

/* A definition and where it lives. Lives as long as its index. */
typedef struct {
  const LangClass *class;
  const char *name;      /* qualified: "TranslationalComponents.Components.Mass" */
  const char *namespace; /* qualified, interned: "TranslationalComponents.Components" */
  const LangFile *file;
} LibEntry;

/* Reads libraries. Each folder is one library, named after the folder; sub-folders are
 * namespaces; *.dyad files in name order. NULL and an error if a folder cannot be read;
 * what is wrong inside files goes to `diags`. */
LibIndex *lib_index_load (const char *const *folders, BaseDiags *diags, GError **error);

/* The libraries that stand in `data_dir`/library, the base library Dyad among them.
 * They come with the program, so only their names are listed: folders and texts are
 * read when a name is asked for that they may hold. A text that begins with a capital
 * letter holds the definition that it is called after and no other. What may then turn
 * out to be wrong is a warning in the log. */
LibIndex *lib_index_load_all (const char *data_dir, BaseDiags *diags, GError **error);

/* The user's own libraries, the folders in `place` (which may be absent), on top of
 * `below`. What cannot be read there, and a library of a name that `below` has, is
 * passed over (W206), what is wrong in a file goes to `diags`, and the rest is there.
 */
LibIndex *lib_index_put_own (const LibIndex *below,
                             const char *place,
                             BaseDiags *diags);

/* `file` on top of `below`: its definitions are members of the namespace `within`
 * (NULL: a library named after the file without its ending), found before equal names
 * below. E201 for definitions that meet within the file. */
LibIndex *lib_index_put (const LibIndex *below,
                         const LangFile *file,
                         const char *within,
                         BaseDiags *diags);

/* Counted, from any thread; NULL may be given back. */
LibIndex *lib_index_ref (const LibIndex *index);
void lib_index_unref (LibIndex *index);

/* What may stand at a place (LANGUAGE §1): components and connectors for instances and
 * extends; types, enums and structs for values; functions for calls. */
typedef enum {
  LIB_COMPONENTS = 1 << 0, /* components and connectors */
  LIB_TYPES = 1 << 1,      /* types, enums, structs */
  LIB_FUNCTIONS = 1 << 2,
  LIB_ANALYSES = 1 << 3,
  LIB_ANY = 15
} LibWant;

/* By fully qualified name, or NULL. */
const LibEntry *lib_index_get (const LibIndex *index, const char *name, LibWant want);

/* Looks `name` ("A.B.C") up as seen from inside the namespace `from`: that namespace,
 * its enclosing ones, library names, the base library Dyad. Builtin types (Real,
 * Integer, Boolean, String) are not entries; callers ask for them first. NULL if
 * unknown. */
const LibEntry *lib_index_find (const LibIndex *index,
                                const char *from,
                                const char *name,
                                LibWant want);

/* False if `name` begins with the name of a library or namespace that is not known from
 * `from` (E205): there is no point in looking for its parts. */
bool lib_index_knows_root (const LibIndex *index, const char *from, const char *name);

/* Reports that (E205). */
void lib_index_report_root (const LibIndex *index,
                            const LangName *name,
                            BaseDiags *diags);

/* The shortest name by which `entry` is found from the namespace `from`. */
const char *lib_index_short_name (const LibEntry *entry, const char *from);

/* Offers all known names of a kind, as they are written from `from`. */
void lib_index_offer_near (const LibIndex *index,
                           const char *from,
                           LibWant want,
                           LangNear *near);

/* "did you mean": up to three known names near to `name`, joined with ", ", or NULL.
 * Caller frees. */
char *lib_index_near (const LibIndex *index,
                      const char *from,
                      const char *name,
                      LibWant want);

/* What a library says of itself, in the file library.json of its folder and beside it.
 */
typedef struct {
  const char *name;   /* of the folder */
  const char *icons;  /* its sub-folder with symbols, absolute, or NULL */
  const char *title;  /* as people read it; the name if it says none */
  double place;       /* in lists, ascending; after all others if it says none */
  const char *symbol; /* title of the component whose symbol stands for it, or NULL */
  const LangJson *categories; /* names of those that come first, in order, or NULL */
  const LangJson *words;      /* what else people call its components, or NULL */
  const LangJson *instead; /* what is said of what it has no component for, or NULL */
  const LangJson *terms;   /* what words of its messages mean, or NULL */
} LibAbout;

/* By the name of the library; NULL if no folder of that name was read. Lives as long as
 * the index. */
const LibAbout *lib_index_about (const LibIndex *index, const char *library);

/* All of them, those read first first; NULL at their end. */
const LibAbout *lib_index_about_at (const LibIndex *index, uint32_t i);

/* All entries sorted by qualified name (this layer and those below; hidden ones left
 * out). */
uint32_t lib_index_n_entries (const LibIndex *index);
const LibEntry *lib_index_entry (const LibIndex *index, uint32_t i);

/* True if the file, a path as base_file_resolve() gives it, is in the folder of a
 * library. */
bool lib_index_holds_file (const LibIndex *index, const char *path);

/* The entry of a class of a file that was put, or NULL (a definition that another one
 * hides). Looks only at what has been read. */
const LibEntry *lib_index_of_class (const LibIndex *index, const LangClass *class);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LibIndex, lib_index_unref)
