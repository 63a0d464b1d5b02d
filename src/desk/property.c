/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Properties that are fields: their number within the class is found again as the
 * offset that is kept with the description of the property. */
#include "desk/property.h"

static void
get_field (GObject *object, guint id, GValue *value, GParamSpec *property)
{
  const GQuark quark = g_quark_from_static_string ("field");
  const char *field = (const char *) object +
                      GPOINTER_TO_SIZE (g_param_spec_get_qdata (property, quark));

  switch (G_PARAM_SPEC_VALUE_TYPE (property)) {
  case G_TYPE_BOOLEAN:
    g_value_set_boolean (value, *(const bool *) field);
    break;
  case G_TYPE_DOUBLE:
    g_value_set_double (value, *(const double *) (const void *) field);
    break;
  case G_TYPE_STRING:
    g_value_set_string (value, *(char *const *) (const void *) field);
    break;
  default:
    g_value_set_pointer (value, *(gpointer const *) (const void *) field);
  }
}

static GParamSpec *
describe (const DeskProperty *property)
{
  const GParamFlags flags = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS;

  switch (property->type) {
  case G_TYPE_BOOLEAN:
    return g_param_spec_boolean (property->name, NULL, NULL, FALSE, flags);
  case G_TYPE_DOUBLE:
    return g_param_spec_double (property->name, NULL, NULL, -G_MAXDOUBLE, G_MAXDOUBLE,
                                0, flags);
  case G_TYPE_STRING:
    return g_param_spec_string (property->name, NULL, NULL, NULL, flags);
  default:
    return g_param_spec_pointer (property->name, NULL, NULL, flags);
  }
}

void
desk_property_install (gpointer class, const DeskProperty *properties, guint n)
{
  const GQuark quark = g_quark_from_static_string ("field");

  G_OBJECT_CLASS (class)->get_property = get_field;
  for (guint i = 0; i < n; i++) {
    GParamSpec *property = describe (&properties[i]);

    g_param_spec_set_qdata (property, quark, GSIZE_TO_POINTER (properties[i].field));
    g_object_class_install_property (class, i + 1, property);
  }
}

void
desk_property_listen (gpointer object,
                      const char *name,
                      gpointer self,
                      GCallback listener)
{
  g_autofree char *signal = g_strconcat ("notify::", name, NULL);

  g_signal_connect_object (object, signal, listener, self, G_CONNECT_SWAPPED);
}
