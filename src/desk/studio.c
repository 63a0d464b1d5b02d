/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Makes the parts of the desk in the order in which they listen to each other, and
 * drops them the other way round. */
#include "desk/studio.h"

G_DEFINE_FINAL_TYPE (DeskStudio, desk_studio, G_TYPE_OBJECT)

static void
desk_studio_finalize (GObject *object)
{
  DeskStudio *self = DESK_STUDIO (object);

  g_clear_object (&self->library);
  desk_glossary_free (self->glossary);
  g_object_unref (self->problems);
  g_object_unref (self->pull);
  g_object_unref (self->plots);
  desk_laws_stop (self->laws);
  g_object_unref (self->laws);
  g_object_unref (self->timeline);
  g_object_unref (self->runs);
  g_object_unref (self->starts);
  g_object_unref (self->selection);
  g_object_unref (self->disk);
  g_object_unref (self->text);
  g_object_unref (self->document);
  G_OBJECT_CLASS (desk_studio_parent_class)->finalize (object);
}

static void
desk_studio_class_init (DeskStudioClass *class)
{
  G_OBJECT_CLASS (class)->finalize = desk_studio_finalize;
}

static void
desk_studio_init (DeskStudio *self)
{
}

DeskStudio *
desk_studio_new (const LibIndex *library)
{
  DeskStudio *self = g_object_new (DESK_TYPE_STUDIO, NULL);

  self->document = desk_document_new (library);
  self->text = desk_text_new (self->document);
  self->disk = desk_disk_new (self->document, &self->messages);
  self->selection = desk_selection_new (self->document);
  self->starts = desk_starts_new (self->document);
  self->runs = desk_runs_new (self->document, &self->messages);
  self->timeline = desk_timeline_new (self->runs);
  self->laws = desk_laws_new (self->document, self->selection, self->timeline);
  self->plots = desk_plots_new (self->runs);
  self->pull = desk_pull_new (self->timeline, self->selection, &self->messages);
  self->problems = desk_problems_new (self->document, self->runs);
  self->glossary = desk_glossary_new (library);
  return self;
}

bool
desk_studio_is_in_use (DeskStudio *self)
{
  return doc_is_modified (self->document->doc) ||
         desk_document_is_editing (self->document) || desk_runs_is_active (self->runs);
}
