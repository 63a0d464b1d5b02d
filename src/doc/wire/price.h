/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Inside of the module: what a drawing of wires costs, in units of length. The router
 * looks for the cheapest path, and what is drawn is judged by the same prices. Those of
 * a higher kind are worth more than any sum of lower ones that occurs. */

#define DOC_PRICE_BEND  60.0
#define DOC_PRICE_CROSS 100.0 /* of each line of another net that is crossed */
#define DOC_PRICE_BRANCH                                                               \
  30.0 /* of each line of its own net that it comes to or crosses */
#define DOC_PRICE_LABEL 30.0 /* of each label that has to stand elsewhere: no bend */
#define DOC_PRICE_NEAR  1e3  /* of what runs nearer than DOC_LANE to a body or a net */
#define DOC_PRICE_FRONT 1e4  /* of a bend right before the port of another */
#define DOC_PRICE_LIE   1e6  /* of what runs under a body, or along another net */

/* Distances in diagram units. */
#define DOC_LANE  10.0 /* what lines keep from bodies and from other nets */
#define DOC_TOUCH 5.0  /* nearer to a body is on its outline */
#define DOC_SAME  0.5  /* lines nearer to each other look like one */
