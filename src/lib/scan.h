/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <stdbool.h>

#include "lang/ast.h"

/* The definitions of a text without reading what is in them: a library has hundreds,
 * and a model needs ten. */
typedef void (*LibScanFound) (void *data, LangClassKind kind, const char *name);

/* Calls `found` for every definition in order, `name` being interned. Works for texts
 * in the usual layout: definitions begin at the start of a line, and what is in them is
 * indented or closes it. False, perhaps after some calls, if the text is laid out in
 * another way and must be parsed to know. */
bool lib_scan (const char *text, LibScanFound found, void *data);
