/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Expressions as infix text with the least parentheses. What is still to be written
 * stands on a stack of tasks (texts, numbers, subexpressions with the precedence that
 * fits without parentheses), since expressions may be deeper than the C stack. A shared
 * node is written at each place where it is used, so the length is bounded. */
#include "base/number.h"
#include "expr/pool.h"

#define MAX_PRINTED 20000u

enum {
  P_IF,
  P_OR,
  P_AND,
  P_NOT,
  P_COMPARE,
  P_SUM,
  P_PRODUCT,
  P_UNARY,
  P_POWER,
  P_ATOM
};

static int
precedence_of (const ExprNode *node)
{
  switch ((int) node->op) {
  case EXPR_IF:
    return P_IF;
  case EXPR_OR:
    return P_OR;
  case EXPR_AND:
    return P_AND;
  case EXPR_NOT:
    return P_NOT;
  case EXPR_LT:
  case EXPR_LE:
  case EXPR_GT:
  case EXPR_GE:
  case EXPR_EQ:
  case EXPR_NE:
    return P_COMPARE;
  case EXPR_ADD:
  case EXPR_SUB:
    return P_SUM;
  case EXPR_MUL:
  case EXPR_DIV:
    return P_PRODUCT;
  case EXPR_NEG:
    return P_UNARY;
  case EXPR_POW:
    return P_POWER;
  case EXPR_NUMBER:
    return node->number < 0.0 ? P_UNARY : P_ATOM;
  }
  return P_ATOM;
}

/* What is still to be written: a text, or an expression where at least this precedence
 * fits without parentheses, or a number (with neither). */
typedef struct {
  const char *text;
  ExprId e;
  int precedence;
  double number;
} Task;

typedef struct {
  GString *out;
  const ExprPool *pool;
  ExprName name;
  const void *data;
  GArray *tasks; /* last is next */
} Printer;

static void
later_text (Printer *p, const char *text)
{
  Task task = {.text = text};

  g_array_append_val (p->tasks, task);
}

static void
later (Printer *p, ExprId e, int precedence)
{
  Task task = {.e = e, .precedence = precedence};

  g_array_append_val (p->tasks, task);
}

static void
print_number (GString *out, double number)
{
  char text[BASE_NUMBER_SIZE];

  g_string_append (out, base_number_to_text (number, text));
}

static void
print_leaf (Printer *p, const ExprNode *node)
{
  if (node->op == EXPR_NUMBER)
    print_number (p->out, node->number);
  else if (node->op == EXPR_VAR && p->name != NULL)
    g_string_append (p->out, p->name (p->data, node->payload.at));
  else if (node->op == EXPR_VAR)
    g_string_append_printf (p->out, "v%u", node->payload.at);
  else if (node->op == EXPR_CROSSING)
    g_string_append_printf (p->out, "crossing[%u]", node->payload.at);
  else
    g_string_append (p->out, expr_op_text (node->op));
}

static void
print_call (Printer *p, const ExprNode *node)
{
  g_string_append (p->out, expr_op_text (node->op));
  if (node->op == EXPR_SMOOTH || node->op == EXPR_TABLE || node->op == EXPR_TABLE_DER ||
      node->op == EXPR_TABLE_BEND || node->op == EXPR_DELAY)
    g_string_append_printf (p->out, "[%u]", node->payload.at);
  g_string_append_c (p->out, '(');
  later_text (p, ")");
  for (uint32_t i = expr_n_args (node->op); i-- > 0;) {
    later (p, node->args[i], P_IF);
    if (i > 0)
      later_text (p, ", ");
  }
}

/* a + (-3) as "a - 3" */
static bool
print_difference (Printer *p, const ExprNode *node)
{
  double value;

  if (node->op != EXPR_ADD || !expr_is_number (p->pool, node->args[1], &value) ||
      !(value < 0.0))
    return false;
  Task number = {.e = EXPR_NONE, .number = -value};
  g_array_append_val (p->tasks, number);
  later_text (p, " - ");
  later (p, node->args[0], P_SUM);
  return true;
}

static void
print_binary (Printer *p, const ExprNode *node, int precedence)
{
  bool is_power = node->op == EXPR_POW;
  int left = precedence + (is_power || precedence == P_COMPARE ? 1 : 0);
  int right = precedence + (node->op == EXPR_ADD || node->op == EXPR_MUL || is_power ||
                                    precedence <= P_AND
                                ? 0
                                : 1);

  if (print_difference (p, node))
    return;
  later (p, node->args[1], right);
  if (!is_power)
    later_text (p, " ");
  later_text (p, expr_op_text (node->op));
  if (!is_power)
    later_text (p, " ");
  later (p, node->args[0], left);
}

static void
print_node (Printer *p, const ExprNode *node, int at_least)
{
  int precedence = precedence_of (node);
  bool needs_parentheses = precedence < at_least;

  if (needs_parentheses) {
    g_string_append_c (p->out, '(');
    later_text (p, ")");
  }
  if (expr_n_args (node->op) == 0) {
    print_leaf (p, node);
    /* Tasks are taken from the end, so they are noted backwards. */
  } else if (precedence == P_IF) {
    later (p, node->args[2], P_IF);
    later_text (p, " else ");
    later (p, node->args[1], P_OR);
    later_text (p, " then ");
    later (p, node->args[0], P_OR);
    later_text (p, "if ");
  } else if (precedence == P_NOT || precedence == P_UNARY) {
    g_string_append (p->out, precedence == P_NOT ? "not " : "-");
    later (p, node->args[0], precedence == P_NOT ? P_NOT : P_PRODUCT);
  } else if (precedence == P_ATOM) {
    print_call (p, node);
  } else {
    print_binary (p, node, precedence);
  }
}

void
expr_print (GString *out,
            const ExprPool *pool,
            ExprId e,
            ExprName name,
            const void *data)
{
  Printer p = {.out = out, .pool = pool, .name = name, .data = data};
  uint32_t n_printed = 0;

  p.tasks = g_array_new (FALSE, FALSE, sizeof (Task));
  later (&p, e, P_IF);
  while (p.tasks->len > 0) {
    Task task = g_array_index (p.tasks, Task, p.tasks->len - 1);
    g_array_set_size (p.tasks, p.tasks->len - 1);
    if (task.text != NULL)
      g_string_append (out, task.text);
    else if (expr_is_none (task.e))
      print_number (out, task.number);
    else if (n_printed++ < MAX_PRINTED)
      print_node (&p, expr_node (pool, task.e), task.precedence);
    else
      g_string_append (out, "…");
  }
  g_array_unref (p.tasks);
}
