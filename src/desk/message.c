/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Hands a sentence for the user to the owner of the desk, the window. There is no
 * signal that others could emit; without an owner, in tests, a sentence goes
 * nowhere. */
#include "desk/message.h"

void
desk_message_about (const DeskMessages *messages, const char *sentence, GObject *about)
{
  if (messages->tell != NULL)
    messages->tell (messages->owner, sentence, about);
}

void
desk_message (const DeskMessages *messages, const char *sentence)
{
  desk_message_about (messages, sentence, NULL);
}

void
desk_message_error (const DeskMessages *messages, const GError *error)
{
  if (error != NULL)
    desk_message (messages, error->message);
}
