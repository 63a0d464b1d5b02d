/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

/* What the user has set for all diagrams. */
void ui_preferences_show (GtkWindow *parent, GSettings *settings);
