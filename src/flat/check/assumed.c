/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tells of each value of a part that its user has not given yet and that an assumption
 * stands in for, with its unit. Marks are looked for in the metadata of each instance;
 * the elements of an array are told once. */
#include <string.h>

#include "base/unit.h"
#include "flat/check/check.h"
#include "flat/report.h"
#include "flat/tree/tree.h"
#include "lib/assumed.h"

typedef struct {
  FlatBuild *build;
  const FlatNode *node;
} Place;

static const char *
units_of (const FlatNode *node, const char *name)
{
  const LibClass *class = node->class->lib;

  for (uint32_t i = 0; i < class->n_members; i++)
    if (strcmp (class->members[i].name, name) == 0 && class->members[i].type != NULL)
      return class->members[i].type->units;
  return "";
}

static void
tell (void *data, const char *target, const LangExpr *value)
{
  const Place *place = data;
  const BaseSpan span = value->span;
  const int length = (int) (span.end - span.begin);
  const char *text = base_source_text (span.source) + span.begin;
  g_autofree char *behind = base_unit_behind (" ", units_of (place->node, target));

  flat_report_warning (place->build, 321, span, place->node,
                       "`%s.%s` is assumed to be %.*s%s", place->node->path, target,
                       length, text, behind);
  base_diags_set_hint (place->build->diags, "give it its value, or confirm this one");
}

void
flat_check_assumed (FlatBuild *build)
{
  for (uint32_t i = 0; i < build->nodes.n; i++) {
    const FlatNode *node = build->nodes.at[i];

    if (node->member != NULL && node->member->decl != NULL)
      lib_assumed_each (node->member->decl, tell, &(Place){build, node});
  }
}
