/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "doc/model.h"
#include "lib/class.h"

/* What names mean in a component of the diagram's text, as that was read last. Borrows
 * the diagram's index: no longer than until its next edit. */
typedef struct {
  BaseArena *arena;
  const LibIndex *index;
  LibClasses *classes;
  const char *from; /* the namespace of its names */
  LibClass *class;  /* the members of the component, or NULL */
} DeskTextScope;

/* Of the component that holds a byte of the text; the one shown if none does, or while
 * the text is ahead of the diagram. */
void desk_text_scope_init (DeskTextScope *scope, const DocModel *doc, uint32_t at);
void desk_text_scope_clear (DeskTextScope *scope);

/* The class of the member that a path leads to ("mass.flange_a"), for "" the component;
 * NULL if it leads to nothing that has members. */
LibClass *desk_text_scope_class (DeskTextScope *scope, const char *path);
/* The class that is called so there, or NULL. */
LibClass *desk_text_scope_named (DeskTextScope *scope, const char *name);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (DeskTextScope, desk_text_scope_clear)

/* Where what a name means is declared. */
typedef struct {
  const LangFile *file; /* the diagram's, or one of a library; borrowed */
  BaseSpan span;        /* in its text */
} DeskTextTarget;

/* Of the name around byte `at` of the diagram's text; false: nothing is known of it. */
bool desk_text_scope_target (const DocModel *doc, uint32_t at, DeskTextTarget *target);
