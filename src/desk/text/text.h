/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "desk/document.h"
#include "doc/edit/edit.h"

/* The text of the diagram as it is typed beside it: which keys are one step of the
 * history, and where components stand in it. A text that cannot be read in a moment is
 * read on a thread, and the diagram follows then. */
#define DESK_TYPE_TEXT (desk_text_get_type ())
G_DECLARE_FINAL_TYPE (DeskText, desk_text, DESK, TEXT, GObject)

/* Keeps the document. */
DeskText *desk_text_new (DeskDocument *document);

/* What is typed, as doc_type (): letters of a word, or of what is deleted, one behind
 * the other, are one step, and so is all of one `action` (counted by the caller: a key,
 * a paste, a completion). False, and nothing is changed, if that cannot be now. */
bool desk_text_type (DeskText *self, DocTyped typed, uint32_t action);

/* The component whose declaration holds a byte of the text, interned, or NULL; and
 * where its declaration stands, false if it has none there. Neither is known while the
 * text is ahead of the diagram. */
const char *desk_text_item_at (const DeskText *self, uint32_t at);
bool desk_text_find_item (const DeskText *self, const char *name, BaseSpan *span);

/* What two texts differ in, from the first to the last byte of that, at the beginnings
 * of characters: the least replacement that makes the second of the first. */
LangEdit desk_text_difference (const BaseSource *before, const BaseSource *after);
