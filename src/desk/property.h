/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib-object.h>
#include <stdbool.h>
#include <stddef.h>

/* How the objects of the desk tell of changes: by notify signals of properties that can
 * only be read, each a field of its object. They are emitted on the main thread, also
 * where the value is the same and what it stands for has changed. */
typedef struct {
  const char *name;
  GType type; /* G_TYPE_POINTER, _BOOLEAN (of a bool), _DOUBLE, _UINT or _STRING */
  size_t field;
} DeskProperty;

/* To be called in class_init: installs `n` of them, read-only. The array must be
 * static. */
void desk_property_install (gpointer class, const DeskProperty *properties, guint n);
/* Calls `listener` (self) whenever the property is notified, as long as both live. */
void desk_property_listen (gpointer object,
                           const char *name,
                           gpointer self,
                           GCallback listener);
