/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "lib/index.h"

/* Which bit of LibWant asks for a kind of definition, as a number. */
int lib_index_table_of (LangClassKind kind);

/* Whether a library or folder of that qualified name is known. */
bool lib_index_has_namespace (const LibIndex *index, const char *name);

/* The folders of the libraries, resolved, those of the layers below behind; NULL behind
 * the last. */
const char *lib_index_folder (const LibIndex *index, uint32_t i);
