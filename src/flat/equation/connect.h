/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "flat/tree/tree.h"

/* One connect, its ports led to their nodes; ports that do not exist are left out. */
struct FlatConnect {
  FlatNode *owner;
  BaseSpan span;
  uint32_t n;
  FlatNode **ports;
  const uint32_t *fields; /* single fields: the member of each port; else NULL */
};

/* Pass 4: connection sets.
 *
 * Reads     connects, the ports of all nodes, is_set, FlatNode.is_faulty.
 * Adds      sets, by owner; eqs of the kinds FLAT_CONNECT_*, each with its set; to
 *           balance what they determine; FlatNode.sets and field_sets.
 * Promises  Every port of a part, and every field of it, is in one set of the enclosing
 *           component or carries no flow; every input has one source or is set.
 * Reports   E401, E402, E403. Adds nothing where a class or a structural value is
 *           missing, as ports seem open then. */
void flat_connects_build (FlatBuild *build);
