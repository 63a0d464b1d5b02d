/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib-object.h>

/* Where sentences for the user go: to the owner, the window. Without one they are lost.
 */
typedef struct {
  /* `about`: a control whose tooltip says why it is red; the sentence holds until it is
   * not. NULL: a sentence of its own. */
  void (*tell) (gpointer owner, const char *sentence, GObject *about);
  gpointer owner;
} DeskMessages;

/* Tells a sentence, with a full stop or not, that stands alone or belongs to a
 * control. */
void desk_message (const DeskMessages *messages, const char *sentence);
void desk_message_about (const DeskMessages *messages,
                         const char *sentence,
                         GObject *about);
/* The message of an error, if there is one. */
void desk_message_error (const DeskMessages *messages, const GError *error);
