/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "desk/catalogue.h"
#include "desk/studio.h"

/* What a diagram asks for: components in the order in which they are likely meant
 * there. New list models of DeskComponent. */

/* Those that fit what was typed: of two that do, the one whose ports the diagram has
 * most of, above all the one that can be joined with what is selected. An empty text
 * gives those that can, or none. */
GListModel *desk_offer_search (DeskStudio *studio,
                               DeskCatalogue *catalogue,
                               const char *text);

/* Those of them that a wire from this port ("mass.flange_b") can lead to, the nearest
 * domain first; an empty text gives all. */
GListModel *desk_offer_at_port (DeskStudio *studio,
                                DeskCatalogue *catalogue,
                                const char *port,
                                const char *text);

/* The heading of the library that most components of the diagram are from, blocks of
 * signals only if there is nothing else; NULL if it is empty. Borrowed. */
const char *desk_offer_domain (DeskStudio *studio);
