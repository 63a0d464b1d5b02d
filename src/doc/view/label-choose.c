/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where labels stand, by what each place costs: room for large texts is worth more than
 * the side that the class names. Four steps, each found for an item when it is asked
 * for, from the steps before it of the items around: so the result follows from the
 * drawing alone, in whatever order it is asked for, and an item that is moved changes
 * only what is near.
 * 1. The room that bodies, wires and notes leave on each side, hence a price of each
 *    choice of sides for name and values.
 * 2. The choice that is cheapest for the neighbours in the row (or column) together, or
 *    the item's own where that one is much worse.
 * 3. Twice: a choice that is cheaper with the labels around where they stood before.
 *    The item that loses less by it gives way, and values to names.
 * 4. The scales up to which name, values and a cut name are clear of what goes before.
 * (Christensen, Marks and Shieber 1995 compare ways to place labels. Theirs settle on
 * one of many good pictures by chance or by the order of looking; here nothing may jump
 * when something else is edited.) */
#include "doc/view/label-choose.h"

#include <math.h>
#include <string.h>

#include "doc/model-private.h"

static const double most_gap = 10;   /* between an item and its labels */
static const double too_far = 300;   /* from one neighbour in a row to the next */
static const double much_worse = 6;  /* of prices */
static const double most_price = 12; /* that neighbours pay for one */
static const double change = 0.4;    /* of a choice that was made, at least */

enum { ROUNDS = 2, WINDOW = 4 };

enum { MOST_CHANGED = 32 }; /* items with larger labels: beyond, all are looked at */

/* What may stand on a side: the name, the values, or both. */
typedef enum { NAME, VALUES, BOTH, N_BLOCKS } Block;

/* The sides of the name and of the values. */
typedef struct {
  DocLabelSide name, values;
} Choice;

enum { N_CHOICES = DOC_N_SIDES * DOC_N_SIDES };

static Choice
choice_at (uint32_t i)
{
  return (Choice){(DocLabelSide) (i / DOC_N_SIDES), (DocLabelSide) (i % DOC_N_SIDES)};
}

static uint32_t
index_of (Choice choice)
{
  return choice.name * DOC_N_SIDES + choice.values;
}

/* What is known of an item; each round of choosing makes one more. */
enum { NOTHING, TEXTS, WISHED, CHOSEN, PLACED = CHOSEN + ROUNDS + 1 };

/* All that there is around an item. */
typedef struct {
  double room[N_BLOCKS][DOC_N_SIDES]; /* scales */
  double price[N_CHOICES];
  double least_else[DOC_N_SIDES]; /* least price with the name on another side */
} Around;

/* Of one item. */
struct DocLabels {
  uint32_t level;
  bool has_name, has_values; /* that stand beside the symbol */
  bool is_easy;              /* the class has its way, at no price */
  Choice wish;               /* of the class */
  double width[N_BLOCKS], height[N_BLOCKS];
  double most;         /* scale: up to here it is told whether there is room */
  double wish_room[2]; /* of the name and of the values, or both, at the wish */
  Around *around;      /* NULL: never looked for, since the wish was good enough */
  bool has_around;     /* and it is of this epoch */
  uint32_t next[2][2]; /* in column and row, before and after; 1 more; 0: not asked */
  Choice chosen[ROUNDS + 1];
  DocLabelChosen result;
  uint64_t epoch; /* of the drawing that all but the texts is about */
};

typedef struct DocLabels Labels;

/* ---- texts ---- */

static DocLabelSide
side_of (const DocLabelText *line)
{
  return line->at.y >= 0.9   ? DOC_SIDE_BELOW
         : line->at.y <= 0.1 ? DOC_SIDE_ABOVE
         : line->at.x >= 0.9 ? DOC_SIDE_RIGHT
                             : DOC_SIDE_LEFT;
}

static void
find_texts (const DocModel *doc, uint32_t item, Labels *labels)
{
  DocLabelText lines[DOC_LABELS_MOST];
  const uint32_t n = doc_label_texts (doc, &doc->items[item], doc->label_arena, lines);

  /* The blocks that they make beside the symbol. */
  for (uint32_t i = 0; i < n; i++) {
    const Block block = lines[i].is_name ? NAME : VALUES;
    bool *has = block == NAME ? &labels->has_name : &labels->has_values;

    if (lines[i].is_inside)
      continue;
    if (!*has)
      *(block == NAME ? &labels->wish.name : &labels->wish.values) =
          side_of (&lines[i]);
    *has = true;
    labels->width[block] =
        fmax (labels->width[block], lines[i].width + 2 * DOC_LABEL_PAD);
    labels->height[block] += doc_label_text_height (&lines[i]);
    if (lines[i].is_name)
      labels->result.brief = doc_label_text_cut (&lines[i], doc->label_arena);
  }
  /* Name and values as one. */
  labels->width[BOTH] = fmax (labels->width[NAME], labels->width[VALUES]);
  labels->height[BOTH] = labels->height[NAME] + labels->height[VALUES];
  labels->most =
      fmin (DOC_LABEL_SCALE_MOST, DOC_LABEL_HEIGHT_MOST / labels->height[BOTH]);
  labels->result.n_lines = n;
  labels->result.lines =
      base_arena_copy (doc->label_arena, lines, sizeof *lines * n, sizeof *lines * n);
}

/* ---- 1: room and prices ---- */

static DocLabelBlock
block_at (const DocModel *doc,
          uint32_t item,
          const Labels *labels,
          Block block,
          uint32_t side)
{
  return doc_label_room_at (&doc->items[item], (DocLabelSide) side,
                            labels->width[block], labels->height[block]);
}

/* The block that the values are a part of. */
static Block
block_of (const Labels *labels, Choice choice)
{
  return labels->has_name && choice.name == choice.values ? BOTH : VALUES;
}

static double
price_of_name (const Labels *labels, DocLabelSide side, double room)
{
  return labels->has_name ? doc_label_room_side_price (labels->wish.name, side) +
                                doc_label_room_name_price (room)
                          : 0;
}

/* The price of a choice, from that of its name. */
static double
price_with_values (const Labels *labels,
                   Choice choice,
                   double price,
                   double room_name,
                   double room_values)
{
  const bool is_name_moved = labels->has_name && choice.name != labels->wish.name;
  const bool is_values_moved = choice.values != labels->wish.values;

  /* Values are seen no longer than the name, if that is beside the symbol. */
  if (labels->has_values)
    price += doc_label_room_side_price (labels->wish.values, choice.values) +
             doc_label_room_values_price (
                 labels->has_name ? MIN (room_values, room_name) : room_values);
  /* Both on the way together rather than each by itself. */
  return price + (is_name_moved && is_values_moved && choice.name != choice.values);
}

static double
price_of (const Labels *labels, Choice choice, double room_name, double room_values)
{
  return price_with_values (labels, choice,
                            price_of_name (labels, choice.name, room_name), room_name,
                            room_values);
}

static void
find_wish (const DocModel *doc, uint32_t item, Labels *labels)
{
  const Choice wish = labels->wish;
  const DocLabelBlock blocks[] = {
      block_at (doc, item, labels, NAME, wish.name),
      block_at (doc, item, labels, block_of (labels, wish), wish.values)};

  labels->wish_room[NAME] = labels->wish_room[VALUES] = labels->most;
  doc_label_room_clear (doc, item, blocks, G_N_ELEMENTS (blocks), labels->wish_room);
  labels->is_easy =
      price_of (labels, wish, labels->wish_room[NAME], labels->wish_room[VALUES]) == 0;
}

/* The price of each choice, and the least with the name on other sides than one. */
static void
find_prices (const Labels *labels, Around *around)
{
  double least[DOC_N_SIDES];

  for (uint32_t name = 0; name < DOC_N_SIDES; name++) {
    const double room = around->room[NAME][name];
    const double price = price_of_name (labels, name, room);

    least[name] = INFINITY;
    for (uint32_t values = 0; values < DOC_N_SIDES; values++) {
      const Choice choice = {name, values};
      const double one = price_with_values (
          labels, choice, price, room, around->room[block_of (labels, choice)][values]);

      around->price[index_of (choice)] = one;
      least[name] = MIN (least[name], one);
    }
  }
  for (uint32_t side = 0; side < DOC_N_SIDES; side++) {
    around->least_else[side] = INFINITY;
    for (uint32_t name = 0; name < DOC_N_SIDES; name++)
      if (name != side)
        around->least_else[side] = MIN (around->least_else[side], least[name]);
  }
}

static const Around *
around_of (const DocModel *doc, uint32_t item, const Labels *labels)
{
  Labels *owner = (Labels *) labels; /* a cache, no change of the labels */
  DocLabelBlock blocks[N_BLOCKS * DOC_N_SIDES];

  if (labels->has_around)
    return labels->around;
  Around *around = labels->around != NULL ? labels->around
                                          : base_arena_new0 (doc->label_arena, Around);
  for (uint32_t i = 0; i < G_N_ELEMENTS (blocks); i++) {
    const uint32_t block = i / DOC_N_SIDES, side = i % DOC_N_SIDES;

    blocks[i] = block_at (doc, item, labels, (Block) block, side);
    around->room[block][side] = labels->most;
  }
  doc_label_room_clear (doc, item, blocks, G_N_ELEMENTS (blocks), &around->room[0][0]);
  find_prices (labels, around);
  owner->has_around = true;
  return owner->around = around;
}

static bool
is_same (Choice a, Choice b)
{
  return a.name == b.name && a.values == b.values;
}

/* Up to which scales name and values of that choice are clear of all but labels. */
static void
rooms_of (const DocModel *doc,
          uint32_t item,
          const Labels *labels,
          Choice choice,
          double rooms[2])
{
  if (is_same (choice, labels->wish)) {
    memcpy (rooms, labels->wish_room, sizeof labels->wish_room);
    return;
  }
  const Around *around = around_of (doc, item, labels);
  rooms[NAME] = around->room[NAME][choice.name];
  rooms[VALUES] = around->room[block_of (labels, choice)][choice.values];
}

/* ---- 2: rows ---- */

static const Labels *labels_to (const DocModel *doc, uint32_t item, uint32_t level);

/* The next item in that direction of the row, or of the column of those whose classes
 * wish for the same sides; UINT32_MAX if none is near. */
static uint32_t
find_next_in_line (const DocModel *doc, uint32_t item, bool level, double way)
{
  const DocItem *from = &doc->items[item];
  const DocPoint a = doc_label_room_middle (from);
  const double far = way * too_far;
  const DocPoint end = {a.x + (level ? far : 0), a.y + (level ? 0 : far)};
  g_autoptr (GArray) items = doc_grid_items (doc, doc_grown (doc_box (a, end), 1));
  double least = too_far + 1;
  uint32_t best = UINT32_MAX;

  for (guint i = 0; i < items->len; i++) {
    const uint32_t k = g_array_index (items, uint32_t, i);
    const DocPoint b = doc_label_room_middle (&doc->items[k]);
    const double away = way * (level ? b.x - a.x : b.y - a.y);

    if (away <= 0 || away >= least ||
        !doc_label_room_is_in_line (from, &doc->items[k], level) ||
        (!level && !is_same (labels_to (doc, k, TEXTS)->wish,
                             labels_to (doc, item, TEXTS)->wish)))
      continue;
    least = away;
    best = k;
  }
  return best;
}

static uint32_t
next_in_line (const DocModel *doc, uint32_t item, bool level, double way)
{
  Labels *labels = (Labels *) labels_to (doc, item, TEXTS); /* a cache, no change */
  uint32_t *next = &labels->next[level][way > 0];

  if (*next == 0)
    *next = find_next_in_line (doc, item, level, way) + 1;
  return *next - 1;
}

/* The items of the same row, or else of the column of those that are turned, itself
 * included. */
static uint32_t
find_line (const DocModel *doc, uint32_t item, uint32_t line[2 * WINDOW + 1])
{
  uint32_t n = 0;

  line[n++] = item;
  for (int level = 1; level >= !doc_label_room_is_turned (&doc->items[item]) && n == 1;
       level--)
    for (int way = -1; way <= 1; way += 2) {
      uint32_t next = item;

      for (int i = 0; i < WINDOW; i++) {
        next = next_in_line (doc, next, level, way);
        if (next == UINT32_MAX)
          break;
        line[n++] = next;
      }
    }
  return n;
}

/* Whether all of a line can have what the first of them wishes at no price. */
static bool
is_easy (const DocModel *doc, const uint32_t *line, uint32_t n)
{
  const Choice wish = labels_to (doc, line[0], WISHED)->wish;

  for (uint32_t i = 0; i < n; i++) {
    const Labels *other = labels_to (doc, line[i], WISHED);

    if (!other->is_easy || (other->has_name && other->wish.name != wish.name) ||
        (other->has_values && other->wish.values != wish.values))
      return false;
  }
  return true;
}

static void
choose_in_line (const DocModel *doc, uint32_t item, Labels *labels)
{
  const uint32_t wish = index_of (labels->wish);
  uint32_t line[2 * WINDOW + 1], common = wish, own = wish;
  const uint32_t n = find_line (doc, item, line);
  double price[N_CHOICES] = {0};

  labels->chosen[0] = labels->wish;
  if (is_easy (doc, line, n))
    return;
  /* What each choice costs all of them, and what is best for the item alone. */
  for (uint32_t i = 0; i < n; i++) {
    const Labels *other = labels_to (doc, line[i], WISHED);
    const Around *around = around_of (doc, line[i], other);

    for (uint32_t c = 0; c < N_CHOICES; c++)
      price[c] += MIN (around->price[c], most_price);
  }
  const Around *around = around_of (doc, item, labels);
  for (uint32_t c = 0; c < N_CHOICES; c++) {
    if (price[c] < price[common])
      common = c;
    if (around->price[c] < around->price[own])
      own = c;
  }
  if (around->price[common] - around->price[own] >= much_worse)
    common = own;
  labels->chosen[0] = choice_at (common);
}

/* ---- 3: other labels ---- */

/* Labels of another item as they stood in a round, and up to which scale they are seen
 * there at most. */
typedef struct {
  uint32_t item;
  bool has_name, has_values;
  DocLabelBlock name, values;
  double most_name, most_values;
} Neighbour;

/* All that labels of the item may cover. */
static DocRect
reach_of (const DocItem *item, const Labels *labels)
{
  const double beside = most_gap + labels->width[BOTH] * labels->most;
  const double above = most_gap + labels->height[BOTH] * labels->most;

  return doc_label_room_around (item->box, beside, above);
}

/* Where items stand whose labels may reach that part of the diagram. */
static DocRect
within (DocRect part)
{
  const double beside =
      most_gap + DOC_LABEL_SCALE_MOST * (DOC_LABEL_WIDTH + 2 * DOC_LABEL_PAD);
  const double above = most_gap + DOC_LABEL_HEIGHT_MOST;

  return doc_label_room_around (part, beside, above);
}

/* Those that may touch labels of the item within that part of the diagram. */
static GArray *
find_neighbours (const DocModel *doc, uint32_t item, DocRect part, uint32_t round)
{
  GArray *neighbours = g_array_new (FALSE, FALSE, sizeof (Neighbour));
  g_autoptr (GArray) items = doc_grid_items (doc, within (part));

  for (guint i = 0; i < items->len; i++) {
    const uint32_t k = g_array_index (items, uint32_t, i);

    if (k == item ||
        !doc_meet (reach_of (&doc->items[k], labels_to (doc, k, TEXTS)), part))
      continue;
    /* Where its labels stood, and how large they may be there. */
    const Labels *other = labels_to (doc, k, CHOSEN + round);
    const Choice choice = other->chosen[round];
    double rooms[2];
    rooms_of (doc, k, other, choice, rooms);
    const Neighbour neighbour = {
        .item = k,
        .has_name = other->has_name,
        .has_values = other->has_values,
        .name = block_at (doc, k, other, NAME, choice.name),
        .values = block_at (doc, k, other, block_of (other, choice), choice.values),
        .most_name = rooms[NAME],
        .most_values = rooms[VALUES],
    };
    g_array_append_val (neighbours, neighbour);
  }
  return neighbours;
}

/* The same of what the item itself covers with that choice. */
static GArray *
find_neighbours_of (const DocModel *doc,
                    uint32_t item,
                    const Labels *labels,
                    Choice choice,
                    uint32_t round)
{
  const Block block = block_of (labels, choice);
  const DocLabelBlock name = block_at (doc, item, labels, NAME, choice.name);
  const DocLabelBlock values = block_at (doc, item, labels, block, choice.values);

  return find_neighbours (doc, item,
                          doc_rect_join (doc_label_room_box (&name, labels->most),
                                         doc_label_room_box (&values, labels->most)),
                          round);
}

/* Which of two items gives way to the other: the one that loses less by it, or the
 * later one. */
static bool
goes_before (const DocModel *doc, uint32_t item, uint32_t other)
{
  double loss[2];

  for (int i = 0; i < 2; i++) {
    const uint32_t k = i == 0 ? item : other;
    const Labels *labels = labels_to (doc, k, CHOSEN);
    const Choice choice = labels->chosen[0];
    const Around *around = around_of (doc, k, labels);

    loss[i] = around->least_else[choice.name] - around->price[index_of (choice)];
  }
  return loss[0] != loss[1] ? loss[0] > loss[1] : item < other;
}

/* What the labels around leave to each block of an item on each side: a scale, found
 * when somebody asks. */
typedef struct {
  const DocModel *doc;
  uint32_t item;
  const Labels *labels;
  const GArray *neighbours;
  bool is_known[N_BLOCKS][DOC_N_SIDES];
  double room[N_BLOCKS][DOC_N_SIDES];
} Among;

/* The scale up to which a block is clear of the labels that it gives way to, which are
 * seen up to scales of their own: of names if it has values, and of what goes before.
 */
static double
room_in (Among *among, Block block, DocLabelSide side)
{
  const DocModel *doc = among->doc;
  const DocLabelBlock at = block_at (doc, among->item, among->labels, block, side);
  double room = among->labels->most;

  if (among->is_known[block][side])
    return among->room[block][side];
  for (guint i = 0; i < among->neighbours->len; i++) {
    const Neighbour *to = &g_array_index (among->neighbours, Neighbour, i);
    const double name = to->has_name ? doc_label_room_until (&at, &to->name) : INFINITY;
    const double values = to->has_values && block != NAME
                              ? doc_label_room_until (&at, &to->values)
                              : INFINITY;

    if (name < MIN (room, to->most_name) &&
        (block != NAME || goes_before (doc, to->item, among->item)))
      room = name;
    if (values < MIN (room, to->most_values) &&
        goes_before (doc, to->item, among->item))
      room = values;
  }
  among->is_known[block][side] = true;
  return among->room[block][side] = room;
}

/* The scales up to which name and values are clear of what they give way to. */
static void
room_among (Among *among, Choice choice, double rooms[2])
{
  const Labels *labels = among->labels;
  const Block both = block_of (labels, choice);

  rooms_of (among->doc, among->item, labels, choice, rooms);
  if (labels->has_name)
    rooms[NAME] = MIN (rooms[NAME], room_in (among, NAME, choice.name));
  if (!labels->has_values)
    return;
  rooms[VALUES] = MIN (rooms[VALUES], room_in (among, both, choice.values));
  if (both == VALUES && labels->has_name) { /* its own name */
    const DocLabelBlock a =
        block_at (among->doc, among->item, labels, NAME, choice.name);
    const DocLabelBlock b =
        block_at (among->doc, among->item, labels, both, choice.values);

    rooms[VALUES] = MIN (rooms[VALUES], doc_label_room_until (&a, &b));
  }
  if (labels->has_name)
    rooms[VALUES] = MIN (rooms[VALUES], rooms[NAME]);
}

static double
price_among (Among *among, Choice choice)
{
  double rooms[2];

  room_among (among, choice, rooms);
  return price_of (among->labels, choice, rooms[NAME], rooms[VALUES]);
}

static void
choose_among (const DocModel *doc, uint32_t item, Labels *labels, uint32_t round)
{
  const Choice was = labels->chosen[round];
  g_autoptr (GArray) near = find_neighbours_of (doc, item, labels, was, round);
  Among among = {.doc = doc, .item = item, .labels = labels, .neighbours = near};
  double least = price_among (&among, was), rooms[2];

  rooms_of (doc, item, labels, was, rooms);
  const double price_was = price_of (labels, was, rooms[NAME], rooms[VALUES]);
  labels->chosen[round + 1] = was;
  if (least <= price_was + change)
    return;
  /* It is in the way of others. What it pays for standing in a row is no reason to
   * leave that. */
  g_autoptr (GArray) all =
      find_neighbours (doc, item, reach_of (&doc->items[item], labels), round);
  among = (Among){.doc = doc, .item = item, .labels = labels, .neighbours = all};
  const Around *around = around_of (doc, item, labels);
  for (uint32_t c = 0; c < N_CHOICES; c++) {
    const Choice choice = choice_at (c);

    if (fmax (around->price[c], price_was) + change >= least || is_same (choice, was))
      continue;
    const double price = fmax (price_among (&among, choice), price_was) + change;
    if (price >= least)
      continue;
    least = price;
    labels->chosen[round + 1] = choice;
  }
}

/* ---- 4: what is seen ---- */

/* Up to which scale the cut name is clear on the side of the name: it gives way to all
 * labels, and to names wherever they might stand cut. */
static double
room_of_brief (const Among *among, const DocLabelBlock *block)
{
  double room = among->labels->most;

  doc_label_room_clear (among->doc, among->item, block, 1, &room);
  for (guint i = 0; i < among->neighbours->len; i++) {
    const Neighbour *to = &g_array_index (among->neighbours, Neighbour, i);
    const double values =
        to->has_values ? doc_label_room_until (block, &to->values) : INFINITY;

    if (to->has_name)
      room = MIN (room, doc_label_room_until (block, &to->name));
    if (values < to->most_values)
      room = MIN (room, values);
  }
  return room;
}

static void
place (const DocModel *doc, uint32_t item, Labels *labels)
{
  const Choice choice = labels->chosen[ROUNDS];
  const Block block = block_of (labels, choice);
  g_autoptr (GArray) neighbours =
      find_neighbours_of (doc, item, labels, choice, ROUNDS);
  DocLabelChosen *result = &labels->result;
  double rooms[2];

  Among among = {.doc = doc, .item = item, .labels = labels, .neighbours = neighbours};
  room_among (&among, choice, rooms);
  result->name_room = labels->has_name ? rooms[NAME] : 0;
  result->values_room = labels->has_values ? rooms[VALUES] : 0;
  result->name_side = choice.name;
  result->values_side = choice.values;
  result->name = block_at (doc, item, labels, NAME, choice.name);
  result->values = block_at (doc, item, labels, block, choice.values);
  result->name_height = block == BOTH ? labels->height[NAME] : 0;
  /* Beyond, the cut name. */
  result->brief_block =
      doc_label_room_at (&doc->items[item], choice.name,
                         result->brief.width + 2 * DOC_LABEL_PAD, labels->height[NAME]);
  result->brief_room = result->brief.text == NULL || rooms[NAME] >= labels->most
                           ? 0
                           : room_of_brief (&among, &result->brief_block);
}

/* The next step. */
static void
go_on (const DocModel *doc, uint32_t item, Labels *labels)
{
  switch (labels->level) {
  case NOTHING:
    find_texts (doc, item, labels);
    break;
  case TEXTS:
    find_wish (doc, item, labels);
    break;
  case WISHED:
    choose_in_line (doc, item, labels);
    break;
  case PLACED - 1:
    place (doc, item, labels);
    break;
  default:
    choose_among (doc, item, labels, labels->level - CHOSEN);
  }
  labels->level++;
}

/* A step asks for earlier ones of other items only, so that this goes no deeper than
 * there are steps. */
static const Labels *
labels_to (const DocModel *doc, uint32_t item, uint32_t level)
{
  DocModel *owner = (DocModel *) doc; /* a cache, no change of the model */

  if (doc->labels == NULL) {
    owner->label_arena = base_arena_new ();
    owner->labels = g_new0 (Labels *, doc->n_items + 1);
  }
  if (doc->labels[item] == NULL)
    doc->labels[item] = base_arena_new0 (doc->label_arena, Labels);
  Labels *labels = doc->labels[item];
  if (labels->epoch != doc->label_epoch) {
    labels->epoch = doc->label_epoch;
    labels->level = MIN (labels->level, TEXTS);
    labels->has_around = false;
    memset (labels->next, 0, sizeof labels->next);
  }
  while (labels->level < level)
    go_on (doc, item, labels);
  return labels;
}

/* ---- after an edit ---- */

/* Items with other labels than before, and all that these covered or cover. */
typedef struct {
  const DocModel *doc;
  GArray *items;   /* uint32_t */
  GArray *reaches; /* DocRect */
} Changed;

static void
add_changed (Changed *changed, uint32_t item, DocRect reach)
{
  g_array_append_val (changed->items, item);
  g_array_append_val (changed->reaches, reach);
}

/* Takes a step again, if it was taken; whether that chooses otherwise. */
static bool
choose_again (const DocModel *doc, uint32_t item, uint32_t level)
{
  Labels *labels = doc->labels[item];

  if (labels == NULL || labels->epoch != doc->label_epoch || labels->level < level)
    return false;
  const uint32_t reached = labels->level;
  const bool is_chosen = level < PLACED;
  const Choice was = labels->chosen[is_chosen ? level - CHOSEN : 0];
  labels->level = level - 1;
  labels_to (doc, item, level);
  labels->level = reached; /* what is beyond is looked at next */
  return is_chosen && !is_same (was, labels->chosen[level - CHOSEN]);
}

/* The same of the items there that have not been `seen`. */
static void
choose_again_in (Changed *changed, DocRect part, uint32_t level, GHashTable *seen)
{
  const DocModel *doc = changed->doc;
  g_autoptr (GArray) items = doc_grid_items (doc, part);

  for (guint i = 0; i < items->len; i++) {
    const uint32_t k = g_array_index (items, uint32_t, i);

    if (g_hash_table_add (seen, GUINT_TO_POINTER (k)) && choose_again (doc, k, level))
      add_changed (changed, k, reach_of (&doc->items[k], doc->labels[k]));
  }
}

/* A step of all items that look at what has changed up to now. */
static void
spread (Changed *changed, uint32_t level)
{
  const double line = WINDOW * (too_far + 1);
  const guint n = changed->items->len;
  g_autoptr (GHashTable) seen = g_hash_table_new (g_direct_hash, g_direct_equal);

  for (guint i = 0; i < n; i++) {
    const uint32_t item = g_array_index (changed->items, uint32_t, i);
    const DocPoint at = doc_label_room_middle (&changed->doc->items[item]);

    if (level == CHOSEN) { /* in its row and in its column */
      choose_again_in (changed, (DocRect){at.x - line, at.y - 1, at.x + line, at.y + 1},
                       level, seen);
      choose_again_in (changed, (DocRect){at.x - 1, at.y - line, at.x + 1, at.y + line},
                       level, seen);
    } else
      choose_again_in (changed, within (g_array_index (changed->reaches, DocRect, i)),
                       level, seen);
  }
}

/* Notes an item whose labels are larger or smaller; false if they are others. */
static bool
compare (Changed *changed, uint32_t item, const Labels *was)
{
  const Labels *now = labels_to (changed->doc, item, TEXTS);
  const DocItem *it = &changed->doc->items[item];

  if (was->has_name != now->has_name || was->has_values != now->has_values ||
      !is_same (was->wish, now->wish))
    return false;
  if (memcmp (was->width, now->width, sizeof was->width) != 0 ||
      memcmp (was->height, now->height, sizeof was->height) != 0)
    add_changed (changed, item, doc_rect_join (reach_of (it, was), reach_of (it, now)));
  return changed->items->len < MOST_CHANGED;
}

bool
doc_label_choose_again (const DocModel *doc, Labels *const *before)
{
  g_autoptr (GArray) items = g_array_new (FALSE, FALSE, sizeof (uint32_t));
  g_autoptr (GArray) reaches = g_array_new (FALSE, FALSE, sizeof (DocRect));
  Changed changed = {doc, items, reaches};

  for (uint32_t i = 0; i < doc->n_items; i++)
    if (before[i] != doc->labels[i] && before[i] != NULL &&
        before[i]->level > NOTHING && !compare (&changed, i, before[i]))
      return false;
  for (uint32_t level = CHOSEN; level <= PLACED && items->len > 0; level++)
    spread (&changed, level);
  return true;
}

const DocLabelChosen *
doc_label_choose (const DocModel *doc, uint32_t item)
{
  return &labels_to (doc, item, PLACED)->result;
}
