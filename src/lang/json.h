/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <stdbool.h>

#include "base/arena.h"
#include "base/diag.h"
#include "base/source.h"

/* JSON of `metadata {…}` and of inline attachments, every value with its place, so that
 * an edit can replace exactly one of them. Immutable, in the file's arena. */
typedef enum {
  LANG_JSON_NULL,
  LANG_JSON_FALSE,
  LANG_JSON_TRUE,
  LANG_JSON_NUMBER,
  LANG_JSON_STRING,
  LANG_JSON_ARRAY,
  LANG_JSON_OBJECT
} LangJsonKind;

typedef struct LangJson LangJson;

struct LangJson {
  LangJsonKind kind;
  uint32_t n;    /* members or elements; 0 of all other kinds */
  BaseSpan span; /* of the value, brackets or quotes included */
  union {
    double number;
    const char *string; /* unescaped UTF-8 */
    struct {
      const LangJson *const *items;
      const char *const *keys;   /* objects only, unescaped, in the order of the text */
      const BaseSpan *key_spans; /* objects only, quotes included */
    };
  };
};

/* The member of that name, or NULL (also when `json` is NULL or no object). */
const LangJson *lang_json_get (const LangJson *json, const char *key);

/* Follows keys (of less than 64 bytes) separated by '/':
 * lang_json_find (meta, "Dyad/placement/icon"). */
const LangJson *lang_json_find (const LangJson *json, const char *path);

/* The number of elements of an array; 0 if `json` is NULL or no array. */
uint32_t lang_json_length (const LangJson *json);
double lang_json_number (const LangJson *json, double otherwise);
const char *lang_json_string (const LangJson *json, const char *otherwise);
bool lang_json_bool (const LangJson *json, bool otherwise);

/* `text` as a JSON string with quotes. Caller frees. */
char *lang_json_quote (const char *text);

/* Reads the value that begins at byte *at of `text` (the text of `source`, or a masked
 * copy of the same length) and leaves *at behind it. Reports E153 and returns NULL,
 * with *at at the fault, when it is not JSON; reports E155 for a key that an object has
 * twice. */
const LangJson *lang_json_parse (BaseArena *arena,
                                 const BaseSource *source,
                                 const char *text,
                                 uint32_t *at,
                                 BaseDiags *diags);

/* Reads a whole source that stands inside of `_links`: members with their commas, the
 * first of which follows one if `has_before`, the last is followed by one if
 * `has_behind`. An object of these members, or NULL if it is none or has a key twice.
 */
const LangJson *lang_json_parse_members (BaseArena *arena,
                                         const BaseSource *source,
                                         bool has_before,
                                         bool has_behind);

/* Behind a faulty value that began at `begin`: where reading of the file can go on. */
uint32_t lang_json_skip (const char *text, uint32_t length, uint32_t begin);
