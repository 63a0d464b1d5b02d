/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "dae/build-private.h"

/* Equations by what they mention, and those of them that are wrong. In `scratch`.
 * Private to dae/. */
typedef struct {
  DaeBuild *work;
  GraphPattern pattern;
  const uint32_t *eq;  /* row: FlatModel.eqs */
  const uint32_t *var; /* column: FlatModel.vars */
  GraphPart *row_part;
  GraphPart *column_part;
  uint32_t *group; /* of rows, then columns: their piece, or GRAPH_NONE */
  uint32_t n_groups;
} DaePieces;

/* Of the model as written. */
DaePieces dae_pieces_as_written (DaeBuild *work);

/* Of what is left of it after aliases: here an equation that repeats others has lost
 * all its variables. */
DaePieces dae_pieces_reduced (DaeBuild *work);

/* From now on the pieces are those of the over- or underdetermined part. */
void dae_pieces_take (DaePieces *pieces, GraphPart part);

/* What one piece holds. */
typedef struct {
  BASE_VEC (uint32_t) components; /* instances with equations in it, by name */
  BASE_VEC (uint32_t) open_ports; /* ports that no wire reaches, by name */
  BASE_VEC (uint32_t) columns;    /* variables, by name */
  BASE_VEC (uint32_t) eqs;
} DaePiece;

DaePiece dae_piece_read (const DaePieces *pieces, uint32_t group);

/* Components that hold the piece at one port only: where a chain ends. */
typedef struct {
  bool is_flow; /* by the flows of ports, otherwise by their potentials */
  uint32_t n;
  uint32_t *component;
  uint32_t at; /* variable of the first one's port, else any, or DAE_NONE */
} DaePieceEnds;

/* By potentials, or by flows where these have less than two ends. */
DaePieceEnds dae_piece_contest (const DaePieces *pieces, const DaePiece *piece);

/* Its components: joints and rods that close a loop, then what only holds one end. */
uint32_t *dae_piece_loop (const DaePieces *pieces, const DaePiece *piece);
