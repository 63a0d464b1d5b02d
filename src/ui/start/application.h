/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "desk/library.h"
#include "figure/diagram/symbol.h"

/* The program: libraries, symbols and settings that all windows share. */
#define UI_TYPE_APPLICATION (ui_application_get_type ())
G_DECLARE_FINAL_TYPE (UiApplication, ui_application, UI, APPLICATION, AdwApplication)

UiApplication *ui_application_new (void);

DeskLibrary *ui_application_library (UiApplication *self);
FigureSymbols *ui_application_symbols (UiApplication *self);
/* NULL if the settings schema is not installed: nothing is remembered then. */
GSettings *ui_application_settings (UiApplication *self);

/* Shows it in the window that has it, or else in one of its own. */
void ui_application_show_file (UiApplication *self, const char *path);

/* Files that were open lately, newest first; caller frees. */
char **ui_application_recent (UiApplication *self);
void ui_application_add_recent (UiApplication *self, const char *path);
