/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "desk/journal.h"
#include "desk/studio.h"
#include "doc/view/hit.h"

/* Things on the diagram in words: for tooltips and for people who listen. Callers free.
 */

/* "mass1, Mass. flange_a joined to spring.flange_b. Error: …", "3 components selected",
 * "Wire a — b", "Nothing selected". */
char *desk_describe_selection (DeskStudio *studio);

/* What a wire joins, with all that has the same tags: "a — b". */
char *desk_describe_net (const DocModel *doc, uint32_t wire);

/* "Error" */
const char *desk_describe_severity (BaseSeverity severity);

/* A diagnostic's sentence as a person would write it: with a capital, unless it begins
 * with a name, and with quotation marks for backticks. */
char *desk_describe_sentence (const char *text);

/* What a component or a port ("mass", "mass.flange_a") is in the current run at the
 * time shown: a line for each variable of its own, at most so many, each begun by a
 * line break; "" without a run. */
char *desk_describe_values (DeskStudio *studio, const char *path, uint32_t at_most);

/* Pango markup for what lies under the pointer, with values of the current run, grey if
 * that is not of the model on the screen, or NULL. */
char *desk_describe_hit (DeskStudio *studio, const DocHit *hit);

/* Work that was left: "Untitled: 5 components, 14:32", with the day if that is not the
 * one of `now`. Reads the text. */
char *desk_describe_left (const DeskJournalLeft *left,
                          const LibIndex *library,
                          GDateTime *now);

/* The first sentence of a documentation, in the language of the user, without line
 * breaks; "" if there is none. */
char *desk_describe_doc (const char *doc);
/* The same of a parameter with its range: "Mass (≥ 0 kg)"; no line ends within a unit,
 * "N/m". Caller frees. */
char *desk_describe_param (const LibParam *param);

/* The title of a component for two lines: it may go on in the next one where a new word
 * begins ("SpringDamper"). Caller frees. */
char *desk_describe_title (const char *title);

/* A documentation (lib/text.h) as Pango markup: `code` in a fixed font, **words** bold.
 */
char *desk_describe_doc_markup (const char *doc);
