/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Changes of a text as replacements of spans, kept with what they have removed, so that
 * undo is exact. A batch is made in one pass over the text: its places are those before
 * all of it, and taking it back shifts them by what was put in or taken out before. The
 * memory of a step is what it changed; the time is that of copying the text. */
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
doc_step_new (const char *label, const char *shown)
{
  DocStep *step = g_new0 (DocStep, 1);

  step->label = g_strdup (label);
  step->batches = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);
  step->shown_before = step->shown_after = shown;
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

/* Makes a batch in a text, or takes it back. */
static void
replace (GArray *batch, GString *text, bool undo)
{
  g_autoptr (GString) out = g_string_sized_new (text->len);
  int64_t shift = 0; /* of the places behind, when taking back */
  size_t from = 0;

  for (guint i = 0; i < batch->len; i++) {
    Change *change = &g_array_index (batch, Change, i);
    const size_t at = (size_t) (change->at + (undo ? shift : 0));
    const size_t n_gone = undo ? change->inserted->len : change->n_removed;

    g_assert (at >= from && at + n_gone <= text->len);
    if (change->removed == NULL)
      change->removed = g_string_new_len (text->str + at, change->n_removed);
    const GString *put = undo ? change->removed : change->inserted;
    g_string_append_len (out, text->str + from, (gssize) (at - from));
    g_string_append_len (out, put->str, (gssize) put->len);
    from = at + n_gone;
    shift += (int64_t) change->inserted->len - change->n_removed;
  }
  g_string_append_len (out, text->str + from, (gssize) (text->len - from));
  g_string_truncate (text, 0);
  g_string_append_len (text, out->str, (gssize) out->len);
}

void
doc_step_make (DocStep *step, GArray *batch, GString *text)
{
  replace (batch, text, false);
  g_ptr_array_add (step->batches, batch);
}

void
doc_step_replay (const DocStep *step, GString *text, bool undo)
{
  const guint n = step->batches->len;

  for (guint i = 0; i < n; i++)
    replace (step->batches->pdata[undo ? n - 1 - i : i], text, undo);
}
