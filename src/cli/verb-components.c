/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `components`: lists the library's components with the first sentence of each, or
 * those of one namespace, or describes one by its card (ports, parameters, variables).
 * A name that fits nothing is answered with near ones. */
#include <glib/gi18n-lib.h>
#include <stdio.h>
#include <string.h>

#include "cli/input.h"
#include "lib/card.h"
#include "lib/text.h"

/* The first sentence or line of a doc text. */
static char *
first_sentence (const char *doc)
{
  g_autofree char *text = lib_text_doc (doc);
  const char *end = text + strcspn (text, "\n");

  for (const char *at = text; at < end; at++)
    if (*at == '.' && (at[1] == ' ' || at[1] == '\n' || at[1] == '\0'))
      end = at;
  return g_strndup (text, (gsize) (end - text));
}

static void
list (const LibIndex *index, const char *part)
{
  for (uint32_t i = 0; i < lib_index_n_entries (index); i++) {
    const LibEntry *entry = lib_index_entry (index, i);
    g_autoptr (BaseArena) arena = base_arena_new ();
    const LibCard *card = entry->class->kind == LANG_COMPONENT
                              ? lib_card (arena, index, entry, NULL, entry->namespace)
                              : NULL;

    if (card == NULL || card->is_partial || card->is_alias || card->is_deprecated ||
        (part != NULL && !g_str_has_prefix (entry->name, part)))
      continue;
    g_autofree char *doc = first_sentence (card->doc);
    printf ("%s%s%s\n", entry->name, *doc != '\0' ? "  " : "", doc);
  }
}

static void
print_port (const LibPort *port)
{
  printf ("  %-16s %s%s%s\n", port->name, port->class_name,
          port->is_present ? "" : " (optional)", port->is_input ? " (input)" : "");
}

static void
print_param (const LibParam *param)
{
  printf ("  %-16s %s%s%s", param->name, param->type_name,
          param->value != NULL ? " = " : ", required",
          param->value != NULL ? param->value : "");
  if (param->units != NULL && *param->units != '\0')
    printf (" [%s]", param->units);
  if (param->is_structural || param->is_final)
    printf (" (%s)", param->is_final ? "final" : "structural");
  for (uint32_t c = 0; c < param->n_cases; c++)
    printf ("%s%s", c == 0 ? " {" : " | ", param->cases[c]);
  puts (param->n_cases > 0 ? "}" : "");
  if (param->doc != NULL && *param->doc != '\0') {
    g_autofree char *doc = first_sentence (param->doc);

    printf ("  %-16s   %s\n", "", doc);
  }
}

static void
tell (const LibCard *card)
{
  printf ("%s\n", card->entry->name);
  g_autofree char *doc = lib_text_doc (card->doc);
  if (*doc != '\0')
    printf ("%s\n", doc);
  if (card->n_ports > 0)
    printf ("\n%s\n", _ ("Ports"));
  for (uint32_t i = 0; i < card->n_ports; i++)
    print_port (&card->ports[i]);
  if (card->n_params > 0)
    printf ("\n%s\n", _ ("Parameters"));
  for (uint32_t i = 0; i < card->n_params; i++)
    print_param (&card->params[i]);
  if (card->n_variables > 0)
    printf ("\n%s\n", _ ("Variables"));
  for (uint32_t i = 0; i < card->n_variables; i++) {
    const LibVariable *variable = &card->variables[i];

    printf ("  %-16s [%s]\n", variable->name,
            variable->units != NULL && *variable->units != '\0' ? variable->units
                                                                : "1");
  }
}

/* By qualified name, or by the last part of it if there is only one. */
static const LibEntry *
find (const LibIndex *index, const char *name)
{
  const LibEntry *found = lib_index_get (index, name, LIB_COMPONENTS);
  uint32_t n_found = 0;

  if (found != NULL)
    return found;
  for (uint32_t i = 0; i < lib_index_n_entries (index); i++) {
    const LibEntry *entry = lib_index_entry (index, i);
    bool is_alias = lang_json_find (entry->class->metadata, "Dyad/tags") != NULL;

    if (entry->class->kind == LANG_COMPONENT && !is_alias &&
        strcmp (entry->class->name, name) == 0) {
      found = entry;
      n_found++;
    }
  }
  return n_found == 1 ? found : NULL;
}

/* A namespace is listed, too; so a name that is none is a prefix of nothing. */
static CliExit
show (const LibIndex *index, const char *name)
{
  const LibEntry *entry = find (index, name);
  g_autoptr (BaseArena) arena = base_arena_new ();
  const LibCard *card =
      entry != NULL ? lib_card (arena, index, entry, NULL, entry->namespace) : NULL;

  if (card != NULL) {
    tell (card);
    return CLI_DONE;
  }
  g_autofree char *prefix = g_strconcat (name, ".", NULL);
  for (uint32_t i = 0; i < lib_index_n_entries (index); i++)
    if (g_str_has_prefix (lib_index_entry (index, i)->name, prefix)) {
      list (index, prefix);
      return CLI_DONE;
    }
  g_autofree char *near = lib_index_near (index, "", name, LIB_COMPONENTS);
  if (near == NULL)
    return cli_options_usage ("the library has no single `%s`", name);
  return cli_options_usage ("the library has no single `%s`; did you mean %s?", name,
                            near);
}

CliExit
cli_verb_components (const CliVerb *verb, int argc, char **argv)
{
  static const GOptionEntry NONE[] = {G_OPTION_ENTRY_NULL};
  g_auto (CliCommon) typed = {0};
  CliExit status;

  if (!cli_options_read (verb, NONE, &typed, &argc, &argv, &status))
    return status;
  g_autoptr (LibIndex) index = cli_input_library (typed.libraries);
  if (index == NULL)
    return CLI_USAGE;
  if (argc > 1)
    return show (index, argv[1]);
  list (index, NULL);
  return CLI_DONE;
}
