/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "lang/ast.h"

/* Which curves a component asks to be shown: `plots` in its metadata, a list of plots,
 * each a list of names of variables (LANGUAGE §12). */

/* One list of names (char **, NULL at its end) for each plot that has any, in order.
 * Never NULL; the caller unrefs. The names need not exist. */
GPtrArray *doc_plots_of (const LangClass *class);
