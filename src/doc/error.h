/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>
#include <stdbool.h>

/* What an edit says that was refused: a sentence for the user. */
#define DOC_ERROR doc_error_quark ()
typedef enum { DOC_ERROR_REFUSED } DocError;
GQuark doc_error_quark (void);

/* Sets an error with this sentence (`error` may be NULL); returns false. */
bool doc_error_refuse (GError **error, const char *format, ...) G_GNUC_PRINTF (2, 3);
