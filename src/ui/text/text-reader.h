/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "lang/ast.h"

/* Opens a window beside `parent` with the text of a library to be read, at bytes of it.
 */
void ui_text_reader_show (GtkWindow *parent, const LangFile *file, BaseSpan at);
