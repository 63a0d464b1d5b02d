/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One table of patterns, of which the first that fits counts; by its first byte a token
 * is held against few of them. The elements of a pattern stand apart by blanks:
 *
 *   word|other  one of these texts        _  a name, maybe with dots
 *   $           the end of the line       0  a number
 *   ~x          x without blank before    >x x and what follows is only looked at
 *
 * Around a fault, a pattern of several tokens has it behind the first one. */
#include "lang/foreign.h"

#include <glib/gi18n-lib.h>
#include <string.h>

enum {
  DEF = LANG_FOREIGN_DEFINITION,
  DECL = LANG_FOREIGN_DECLARATION,
  REL = LANG_FOREIGN_RELATION,
  HEAD = LANG_FOREIGN_HEAD,
  FAULT = LANG_FOREIGN_FAULT,
  SIGN = LANG_FOREIGN_SIGN,
  VALUE = LANG_FOREIGN_VALUE,
  CALL = LANG_FOREIGN_FUNCTION,
  MEMBER = LANG_FOREIGN_MEMBER
};

static const LangForeign FOREIGN[] = {
    /* definitions and their sections */
    {DEF, "model|block|class >_", N_ ("write `component`"), LANG_TOKEN_COMPONENT},
    {DEF, "record >_", N_ ("write `struct`"), LANG_TOKEN_STRUCT},
    {DEF, "package _", N_ ("a package is a folder with its definitions in files"), 0,
     LANG_FOREIGN_OPENER},
    {DEF | DECL, "import|within _", N_ ("remove this line: names are found without it"),
     0, LANG_FOREIGN_LINE},
    {DECL | REL, "initial equation|algorithm >$",
     N_ ("write `initial x = …` in the `relations` section"), LANG_TOKEN_RELATIONS},
    {DECL | REL, "equation|algorithm >$",
     N_ ("equations and connects belong in the `relations` section"),
     LANG_TOKEN_RELATIONS},
    {DECL | REL, "equations|connections >$",
     N_ ("equations and connects belong in the `relations` section"),
     LANG_TOKEN_RELATIONS, LANG_FOREIGN_SECTION},
    {DECL, "variables|intermediates >$|(",
     N_ ("declare each by itself: `variable x::Real`"), 0, LANG_FOREIGN_SECTION},
    {DECL, "parameters >$|(", N_ ("declare each by itself: `parameter k::Real = 1`"), 0,
     LANG_FOREIGN_SECTION},
    {DECL, "nodes|inputs|outputs >$|(",
     N_ ("declare each port as a part: `flange = Dyad.Flange()`"), 0,
     LANG_FOREIGN_SECTION},
    {DECL, "components >$|(", N_ ("declare each part by itself: `m = Mass(m = 1)`"), 0,
     LANG_FOREIGN_SECTION},
    {DECL | REL, "branches >$",
     N_ ("equations name the flows of ports: `flange.f = …`"), 0, LANG_FOREIGN_SECTION},
    {DEF | DECL | REL, "annotation (",
     N_ ("graphics belong in `metadata`, settings of a run in an `analysis`"), 0,
     LANG_FOREIGN_BRACKETS},
    {DEF | DECL | REL, "%", N_ ("a comment begins with `#`"), 0, LANG_FOREIGN_COMMENT},
    /* declarations */
    {DECL, "potential|flow|input|output|stream|outer _ ::", NULL}, /* of ours */
    {DECL, "constant|param|parameters >_ ::", N_ ("write `parameter`"),
     LANG_TOKEN_PARAMETER},
    {DECL, "var|variables >_ ::", N_ ("write `variable`"), LANG_TOKEN_VARIABLE},
    {DECL, "parameter|constant Real|Integer|Boolean|String _",
     N_ ("the name precedes its type: `parameter %s::%s`"), 0, LANG_FOREIGN_LINE},
    {DECL, "input|output _ _", N_ ("a signal is a port: `%s = Dyad.RealInput()`"), 0,
     LANG_FOREIGN_LINE},
    {DECL, "discrete _ _", N_ ("name and type are written `name::type`"), 0,
     LANG_FOREIGN_LINE},
    {DECL, "variable|parameter _ (", N_ ("attributes follow the type: `%s::Real(…)`"),
     0, LANG_FOREIGN_LINE},
    {DECL, "Real|Integer|Boolean|String _",
     N_ ("the name precedes its type: `variable %s::%s`"), 0, LANG_FOREIGN_LINE},
    {DECL, "protected|public >$|parameter|variable|_", N_ ("remove this word")},
    {DECL, "inner|replaceable|redeclare >_", N_ ("remove this word")},
    {DECL, "_ _", N_ ("write `variable %1$s::%2$s`, or `%1$s = %2$s(…)` for a part"), 0,
     LANG_FOREIGN_LINE},
    /* relations */
    {REL, "elsif|elif >_|0|(|not", N_ ("write `elseif`"), LANG_TOKEN_ELSEIF},
    {REL, "der _", N_ ("arguments need parentheses: `der(%s)`"), 0, LANG_FOREIGN_LINE},
    {HEAD, "then|loop|do >$|_|if|when|for|switch|connect|initial|end",
     N_ ("remove this word: relations follow directly, and `end` closes the block")},
    /* around a token that does not fit */
    {FAULT, "parameter|constant|variable|potential|flow|stream _ _|.",
     N_ ("name and type are written `name::type`")},
    {FAULT, "% _ _", N_ ("a comment begins with `#`; `%` is the remainder")},
    {FAULT, "{ >0|_|-|+|{|(", N_ ("an array is written `[1, 2, 3]`")},
    {FAULT, "for _ =", N_ ("write `for i in 1:3`")},
    {FAULT, "_|0|)|] =", N_ ("a comparison is written `==`")},
    {FAULT, "==", N_ ("a value is given with a single `=`")},
    {FAULT, "_ :", N_ ("a type follows `::`")},
    {FAULT, "0 ~, ~0", N_ ("numbers are written with a decimal point: `1.5`")},
    {FAULT, "0 0", N_ ("elements are separated by commas")},
    {FAULT, "0|)|] (", N_ ("a product is written with `*`")},
    {FAULT, "sin|cos|tan|exp|log|ln|sqrt|abs|der|pre _|0",
     N_ ("arguments need parentheses, as in `sin(x)`")},
    {FAULT, "parameter structural|final",
     N_ ("`structural` and `final` precede `parameter`")},
    {FAULT, "redeclare _", N_ ("remove this word")},
    {FAULT, "elsif|elif", N_ ("write `elseif`")},
    {FAULT, "AND|OR|NOT||", N_ ("the operators are `and`, `or` and `not`")},
    {FAULT, "'", N_ ("strings are written in double quotes")},
    {FAULT, ") _", N_ ("a product is written with `*`")},
    /* signs */
    {SIGN, "//|/*", N_ ("a comment begins with `#`"), 0, LANG_FOREIGN_COMMENT},
    {SIGN, ":=", N_ ("an equation is written with `=`"), LANG_TOKEN_ASSIGN},
    {SIGN, "**", N_ ("a power is written `x^2`"), LANG_TOKEN_POWER},
    {SIGN, "<>|~=|≠", N_ ("\"not equal\" is written `!=`"), LANG_TOKEN_NOT_EQUAL},
    {SIGN, "≤", N_ ("write `<=`"), LANG_TOKEN_LESS_EQUAL},
    {SIGN, "≥", N_ ("write `>=`"), LANG_TOKEN_GREATER_EQUAL},
    {SIGN, ".+", N_ ("arrays are added by `+`"), LANG_TOKEN_PLUS},
    {SIGN, ".-", N_ ("arrays are subtracted by `-`"), LANG_TOKEN_MINUS},
    {SIGN, "−|–", N_ ("write `-`"), LANG_TOKEN_MINUS},
    {SIGN, "·|×|⋅", N_ ("a product is written with `*`"), LANG_TOKEN_TIMES},
    {SIGN, "&", N_ ("the operators are `and`, `or` and `not`"), LANG_TOKEN_AND_SIGN},
    {SIGN, "~", N_ ("the operators are `and`, `or` and `not`"), LANG_TOKEN_EXCLAMATION},
    {SIGN, "²|³|⁴", N_ ("a power is written `x^2`")},
    {SIGN, "°", N_ ("angles are in radians: 30° is `30*pi/180`")},
    {SIGN, "“|”|„|‘|’", N_ ("strings are written in straight double quotes")},
    /* names */
    {VALUE, "t", N_ ("simulated time is `time`")},
    {VALUE, "e", N_ ("Euler's number is `exp(1)`")},
    {VALUE | CALL, "dt|d|diff|derivative", N_ ("a derivative is written `der(x)`")},
    {CALL, "ln", N_ ("the natural logarithm is `log(x)`")},
    {CALL, "pow|power", N_ ("a power is written `x^2`")},
    {CALL, "integer|int|trunc|fix",
     N_ ("`floor`, `ceil` and `round` give whole numbers")},
    {CALL, "heaviside|step", N_ ("a step at 1 s is `ifelse(time >= 1, 1, 0)`")},
    {MEMBER, "start",
     N_ ("`initial = …` fixes an initial value, `guess = …` proposes one")},
    {MEMBER, "fixed",
     N_ ("`initial = …` fixes an initial value, `guess = …` proposes one")},
    {MEMBER, "stateSelect", N_ ("states are preferred by `statePriority = 1`")},
    {MEMBER, "stopTime|StopTime|endTime",
     N_ ("the end of a run is `stop` of its analysis")},
    {MEMBER, "tolerance|Tolerance",
     N_ ("the relative tolerance is `reltol` of an analysis")},
};

typedef enum { NOT, MAYBE, WHOLE } Match;

/* Does the token fit one of the alternatives, which stand between bars? */
static bool
fits (const char *element, size_t length, const char *text, const LangToken *token)
{
  uint32_t n = token->end - token->begin;
  bool ends = token->first_on_line || token->kind == LANG_TOKEN_EOF ||
              token->kind == LANG_TOKEN_SEMICOLON;

  for (size_t at = 0, size; at < length; at += size + 1) {
    const char *one = element + at;
    const char *bar = memchr (one + 1, '|', length - at - 1);

    size = bar == NULL ? length - at : (size_t) (bar - one);
    if ((size == n && memcmp (one, text + token->begin, n) == 0) ||
        (size == 1 &&
         ((*one == '$' && ends) || (*one == '_' && token->kind == LANG_TOKEN_ID) ||
          (*one == '0' && token->kind == LANG_TOKEN_NUMBER))))
      return true;
  }
  return false;
}

/* Whether the first element can fit a token that begins with this byte, which few do.
 */
static bool
may_begin (const char *pattern, char byte)
{
  for (const char *at = pattern; at != NULL; at = *at == '|' ? at + 1 : NULL) {
    if (*at == byte || *at == '_' || *at == '0' || *at == '$')
      return true;
    at++;
    while (*at != '|' && *at != ' ' && *at != '\0')
      at++;
  }
  return false;
}

/* Behind the members of a dotted name whose first part is read. */
static uint32_t
skip_members (const LangToken *tokens, uint32_t n, uint32_t at)
{
  while (at + 1 < n && tokens[at].kind == LANG_TOKEN_DOT &&
         tokens[at + 1].kind == LANG_TOKEN_ID)
    at += 2;
  return at + 1 == n && tokens[at].kind == LANG_TOKEN_DOT ? n : at;
}

static Match
match_pattern (const char *pattern,
               const char *text,
               const LangToken *tokens,
               uint32_t n,
               LangForeignMatch *match)
{
  uint32_t at = 0;
  bool is_ahead = false;

  *match = (LangForeignMatch){0};
  for (size_t length; *pattern != '\0'; pattern += length + (pattern[length] == ' ')) {
    bool is_tight = pattern[0] == '~' && pattern[1] > ' ';
    bool is_marked = pattern[0] == '>' && pattern[1] > ' ';

    is_ahead |= is_marked;
    pattern += is_tight || is_marked;
    length = strcspn (pattern, " ");
    if (at == n)
      return MAYBE;
    if (!fits (pattern, length, text, &tokens[at]) ||
        (is_tight && tokens[at].begin != tokens[at - 1].end) ||
        (at > 0 && tokens[at].first_on_line && *pattern != '$'))
      return NOT;
    uint32_t begin = at++;
    if (*pattern == '_' && pattern[1] != '\0')
      at = skip_members (tokens, n, at);
    if (tokens[begin].kind == LANG_TOKEN_ID) {
      match->names[1] = match->names[0];
      match->names[0].begin = tokens[begin].begin;
      match->names[0].end = tokens[at - 1].end;
    }
    match->n_taken = is_ahead ? match->n_taken : at;
  }
  match->is_whole = true;
  return WHOLE;
}

const LangForeign *
lang_foreign_find (LangForeignPlace place,
                   const char *text,
                   const LangToken *tokens,
                   uint32_t n,
                   LangForeignMatch *match)
{
  const char first = text[tokens[0].begin];

  *match = (LangForeignMatch){0};
  for (size_t i = 0; i < G_N_ELEMENTS (FOREIGN); i++)
    if ((FOREIGN[i].places & place) != 0 && may_begin (FOREIGN[i].pattern, first) &&
        match_pattern (FOREIGN[i].pattern, text, tokens, n, match) != NOT)
      return FOREIGN[i].hint == NULL && match->is_whole ? NULL : &FOREIGN[i];
  return NULL;
}

const LangForeign *
lang_foreign_find_word (LangForeignPlace place, const char *word, uint32_t length)
{
  LangToken token = {.kind = LANG_TOKEN_BAD, .end = length};
  LangForeignMatch match;

  return lang_foreign_find (place, word, &token, 1, &match);
}

const char *
lang_foreign_hint (LangForeignPlace place, const char *name)
{
  const LangForeign *foreign =
      lang_foreign_find_word (place, name, (uint32_t) strlen (name));

  return foreign == NULL ? NULL : _ (foreign->hint);
}
