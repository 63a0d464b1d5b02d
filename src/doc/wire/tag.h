/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "doc/model-private.h"

/* Wires that are shown as tags: each of their ends has a short line to a tag with the
 * name of the net. Where a tag stands follows from what is drawn around its port, and
 * is kept nowhere. */

/* What the text says of the name; "" if the net is called after the port that gives its
 * signal, NULL if the wire is drawn. */
const char *doc_tag_given (const DocWire *wire);

/* Names and draws all tags, of wires that have no drawing yet; labels are to be placed
 * again. */
void doc_tags_place (DocModel *doc);
/* The same after something was moved in the view, with the labels. */
void doc_tags_place_again (DocModel *doc);
