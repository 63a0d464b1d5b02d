/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Changes of a text as replacements of spans, kept with what they have removed, so that
 * undo is exact. A batch is made in one pass over the text: its places are those before
 * all of it, and taking it back shifts them by what was put in or taken out before. The
 * memory of a step is what it changed; the time is that of copying the text once. */
#include "doc/edit/step.h"

#include <string.h>

typedef struct {
  uint32_t at;
  uint32_t n_removed;
  GString *removed; /* noted when it is made */
  GString *inserted;
} Change;

static void
change_clear (void *data)
{
  Change *change = data;

  g_string_free (change->inserted, TRUE);
  if (change->removed != NULL)
    g_string_free (change->removed, TRUE);
}

DocStep *
doc_step_new (const char *label, DocShown shown)
{
  DocStep *step = g_new0 (DocStep, 1);

  step->label = g_strdup (label);
  step->batches = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);
  step->before = step->after = shown;
  return step;
}

void
doc_step_free (DocStep *step)
{
  g_ptr_array_unref (step->batches);
  g_free (step->label);
  g_free (step);
}

GArray *
doc_step_batch_new (void)
{
  GArray *batch = g_array_new (FALSE, FALSE, sizeof (Change));

  g_array_set_clear_func (batch, change_clear);
  return batch;
}

void
doc_step_batch_add (GArray *batch,
                    uint32_t at,
                    uint32_t n_removed,
                    const char *text,
                    size_t n_text)
{
  Change change = {at, n_removed, NULL, g_string_new_len (text, (gssize) n_text)};

  g_array_append_val (batch, change);
}

static int
by_place (gconstpointer a, gconstpointer b)
{
  const Change *left = a, *right = b;

  return (left->at > right->at) - (left->at < right->at);
}

void
doc_step_batch_sort (GArray *batch)
{
  g_array_sort (batch, by_place);
  for (guint i = 1; i < batch->len;) {
    Change *before = &g_array_index (batch, Change, i - 1);
    const Change *here = &g_array_index (batch, Change, i);
    uint32_t end = before->at + before->n_removed;

    if (here->at >= end) {
      i++;
      continue;
    }
    if (here->inserted->len == 0)
      before->n_removed = MAX (end, here->at + here->n_removed) - before->at;
    g_array_remove_index (batch, i);
  }
}

static size_t
length_after (const GArray *batch, size_t length, bool undo)
{
  for (guint i = 0; i < batch->len; i++) {
    const Change *change = &g_array_index (batch, Change, i);
    const size_t put = change->inserted->len, gone = change->n_removed;

    length += undo ? gone - put : put - gone;
  }
  return length;
}

BaseSource *
doc_step_text (GArray *batch, const BaseSource *before, bool undo, GArray **edits)
{
  const char *text = base_source_text (before);
  const size_t n_text = base_source_length (before);
  const size_t length = length_after (batch, n_text, undo);
  char *now = g_malloc (length + 1), *to = now;
  int64_t shift = 0; /* of the places behind, when taking back */
  size_t from = 0;

  *edits = g_array_sized_new (FALSE, FALSE, sizeof (LangEdit), batch->len);
  for (guint i = 0; i < batch->len; i++) {
    Change *change = &g_array_index (batch, Change, i);
    const size_t at = (size_t) (change->at + (undo ? shift : 0));
    const size_t n_gone = undo ? change->inserted->len : change->n_removed;

    g_assert (at >= from && at + n_gone <= n_text);
    if (change->removed == NULL)
      change->removed = g_string_new_len (text + at, change->n_removed);
    const GString *put = undo ? change->removed : change->inserted;
    to = mempcpy (to, text + from, at - from);
    to = mempcpy (to, put->str, put->len);
    from = at + n_gone;
    shift += (int64_t) change->inserted->len - change->n_removed;
    const LangEdit edit = {(uint32_t) at, (uint32_t) from, (uint32_t) put->len};
    g_array_append_val (*edits, edit);
  }
  memcpy (to, text + from, n_text - from);
  now[length] = '\0';
  return base_source_new_take (base_source_path (before), now, length);
}
