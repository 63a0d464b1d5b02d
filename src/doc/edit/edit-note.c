/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Text notes: entries of the array "Dyad/labels" in the metadata of the component, on
 * the layer "diagram". Each edit patches the one member that changes, so that labels
 * that other programs wrote stay as they are. */
#include <glib/gi18n-lib.h>

#include "base/number.h"
#include "doc/edit/edit-private.h"
#include "doc/edit/edit.h"

static const LangJson *
labels_of (const DocModel *doc)
{
  return lang_json_find (doc->class->metadata, "Dyad/labels");
}

bool
doc_add_note (DocModel *doc, DocPoint at, const char *text)
{
  char x[BASE_NUMBER_SIZE], y[BASE_NUMBER_SIZE];
  g_autofree char *quoted = lang_json_quote (text);
  DocPatch *patch = doc_patch_new (doc, NULL);

  if (patch == NULL)
    return false;
  g_autofree char *json = g_strdup_printf (
      "{\"label\": %s, \"x\": %s, \"y\": %s, \"rot\": 0, \"layer\": \"diagram\"}",
      quoted, base_number_to_short_text (at.x, 9, x),
      base_number_to_short_text (at.y, 9, y));
  const LangJson *labels = labels_of (doc);
  if (labels != NULL && labels->kind == LANG_JSON_ARRAY)
    doc_patch_append (patch, labels, NULL, json);
  else {
    g_autofree char *list = g_strdup_printf ("[%s]", json);

    doc_patch_set_metadata (patch, "Dyad/labels", list);
  }
  return doc_apply (patch, "Add note");
}

bool
doc_set_note (DocModel *doc, uint32_t note, const char *text)
{
  DocPatch *patch = note < doc->n_notes ? doc_patch_new (doc, NULL) : NULL;

  if (patch == NULL)
    return false;
  const LangJson *labels = labels_of (doc);
  uint32_t index = doc->notes[note].index;
  if (text == NULL)
    doc_patch_remove_member (patch, labels, labels->items[index]);
  else {
    g_autofree char *quoted = lang_json_quote (text);

    doc_patch_set_member (patch, labels->items[index], "label", quoted);
  }
  return doc_apply (patch, text == NULL ? N_ ("Delete note") : N_ ("Change note"));
}

bool
doc_move_note (DocModel *doc, uint32_t note, double dx, double dy)
{
  DocPatch *patch = note < doc->n_notes ? doc_patch_new (doc, NULL) : NULL;

  if (patch == NULL)
    return false;
  const DocNote *n = &doc->notes[note];
  const LangJson *label = labels_of (doc)->items[n->index];
  doc_patch_set_number (patch, label, "x", n->at.x + dx);
  doc_patch_set_number (patch, label, "y", n->at.y + dy);
  return doc_apply (patch, "Move note");
}
