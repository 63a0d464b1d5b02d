/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "doc/model.h"

/* Inside of the module: gives every wire of a view its net, and those their branches
 * that are marked as changed or share a net with one; marks these, too. */
void doc_branches_find (DocModel *doc, bool *is_changed);
