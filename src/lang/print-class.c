/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Definitions as canonical text: doc text, prefixes, head and body by the kind of
 * definition, then the metadata. Reading the text gives the same tree; comments are not
 * in the tree, lang/format.c keeps them. */
#include "lang/print.h"

#include "lang/print-private.h"

static void
print_metadata (GString *out, const LangClass *class, const char *before)
{
  if (class->metadata == NULL)
    return;
  g_string_append_printf (out, "%smetadata ", before);
  lang_print_json (out, class->metadata, 0);
}

static void
print_arguments (GString *out, const LangDecl *const *decls, uint32_t n)
{
  g_string_append_c (out, '(');
  for (uint32_t i = 0; i < n; i++) {
    g_string_append (out, i > 0 ? ", " : "");
    lang_print_typed (out, decls[i]);
  }
  g_string_append_c (out, ')');
}

static void
print_variants (GString *out, const LangClass *class)
{
  g_string_append (out, " =");
  for (uint32_t i = 0; i < class->n_variants; i++) {
    const LangVariant *variant = &class->variants[i];

    g_string_append (out, "\n  | ");
    if (variant->doc != NULL) {
      lang_print_string (out, variant->doc);
      g_string_append_c (out, ' ');
    }
    g_string_append (out, variant->name);
    if (variant->n_fields > 0)
      print_arguments (out, variant->fields, variant->n_fields);
  }
  print_metadata (out, class, "\n");
}

static void
print_function (GString *out, const LangClass *class)
{
  uint32_t n = 0;

  while (n < class->n_decls && class->decls[n]->is_argument)
    n++;
  print_arguments (out, class->decls, n);
  g_string_append (out, "::");
  lang_print_type (out, &class->alias);
  g_string_append (out, n == class->n_decls ? " = " : "\n");
  for (uint32_t i = n; i < class->n_decls; i++) {
    g_string_append (out, "  ");
    lang_print_typed (out, class->decls[i]);
    g_string_append_c (out, '\n');
  }
  if (n < class->n_decls)
    g_string_append (out, "  return ");
  if (class->result != NULL)
    lang_print_expr (out, class->result);
  if (n < class->n_decls)
    g_string_append (out, "\nend");
}

static void
print_alias (GString *out, const LangClass *class)
{
  g_string_append (out, " = ");
  if (class->signal != LANG_FIELD_PLAIN)
    g_string_append (out, class->signal == LANG_FIELD_INPUT ? "input " : "output ");
  lang_print_type (out, &class->alias);
  print_metadata (out, class, " ");
}

static void
print_block (GString *out, const LangClass *class)
{
  g_string_append_c (out, '\n');
  for (uint32_t i = 0; i < class->n_decls; i++)
    lang_print_decl (out, class->decls[i], 1);
  if (class->n_relations > 0)
    g_string_append (out, "relations\n");
  for (uint32_t i = 0; i < class->n_relations; i++)
    lang_print_relation (out, class->relations[i], 1);
  print_metadata (out, class, "");
  g_string_append (out, class->metadata == NULL ? "end" : "\nend");
}

static void
print_head (GString *out, const LangClass *class)
{
  g_string_append_printf (out, "%s%s%s%s%s %s", class->is_partial ? "partial " : "",
                          class->is_example ? "example " : "",
                          class->is_test ? "test " : "",
                          class->is_external ? "external " : "",
                          lang_class_word (class->kind), class->name);
}

void
lang_print_class (GString *out, const LangClass *class)
{
  lang_print_doc (out, class->doc, 0);
  print_head (out, class);
  /* The body by kind. */
  switch (class->kind) {
  case LANG_COMPONENT:
  case LANG_STRUCT:
  case LANG_ANALYSIS:
    print_block (out, class);
    break;
  case LANG_CONNECTOR:
    if (class->signal != LANG_FIELD_PLAIN)
      print_alias (out, class);
    else
      print_block (out, class);
    break;
  case LANG_TYPE:
    print_alias (out, class);
    break;
  case LANG_ENUM:
    print_variants (out, class);
    break;
  case LANG_FUNCTION:
    print_function (out, class);
    break;
  }
  g_string_append_c (out, '\n');
}
