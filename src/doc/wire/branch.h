/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "doc/model.h"

/* Inside of the module: gives every wire of a view its net and its branches. */
void doc_branches_find (DocModel *doc);
