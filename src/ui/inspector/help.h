/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "figure/diagram/symbol.h"
#include "lib/card.h"

/* A window that explains one component: its symbol, what it does, ports, parameters. */
void ui_help_show (GtkWindow *parent, const LibCard *card, FigureSymbols *symbols);
