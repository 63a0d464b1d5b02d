/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Refusals: an edit that is not made says why by a GError with one sentence. They carry
 * no code that a caller could tell them apart by, since all of them are only shown. */
#include "doc/error.h"

#include <glib/gi18n-lib.h>
#include <stdarg.h>

GQuark
doc_error_quark (void)
{
  return g_quark_from_static_string ("doc-error-quark");
}

bool
doc_error_refuse (GError **error, const char *format, ...)
{
  va_list args;

  va_start (args, format);
  g_autofree char *message = g_strdup_vprintf (_ (format), args);
  va_end (args);
  g_set_error_literal (error, DOC_ERROR, DOC_ERROR_REFUSED, message);
  return false;
}
