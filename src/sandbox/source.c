/*
** What a mod's file asks of the compiler, and of Lua when something goes wrong in it, as it can be
** seen in its text before it is compiled. The text is taken apart into tokens; blocks and brackets
** are known, the grammar is not: where the text is no Lua, reading ends where the compiler will.
**
** Three things are refused with an error:
** - a comparison as a key, `t[a < b]`: Lua up to 5.4.7 may read a register that was never set;
** - bit operations on a condition, `8 & (a or b)`, in a function with so many constants that Lua up
**   to 5.4.4 makes the same mistake;
** - an expression of very many keys, `a.b.c`: if one is nil, Lua walks through all of them for the
**   text of the error, one within the other.
** They are refused under every Lua, so that a mod behaves the same everywhere.
**
** The compiler's work is estimated from above. It searches for each name among the variables in
** scope, and for labels, jumps and the like among all others of their kind.
*/
#include "sandbox.h"
#include "tokens.h"

enum { MOST_LEVELS = 256, MOST_KEYS = 32, MOST_CONSTANTS = 250, MOST_UPVALUES = 255 };

/* Numbers are found by their hashes; so many others are worth a step. */
enum { NUMBERS_A_STEP = 32 };

/* Steps for each other jump that is looked at; those of conditions lie far from one another. */
enum { STEPS_A_JUMP = 2, STEPS_A_CHOICE = 4 };

/* What belongs to one function. */
typedef struct Function {
  double declared;                  /* variables in reach, those of outer functions included */
  double tokens, jumps, choices;
  unsigned constants, keys;         /* names, numbers and texts; the most keys in an expression */
} Function;

/* A block or a pair of brackets. */
typedef struct Level {
  int closer;
  bool is_function, is_call, waits; /* `for` waits for its `do` */
  bool follows_bits;                /* in `8 & (…)` */
  bool compares, decides;           /* an operator in it is < or the like; is `and` or `or` */
  unsigned keys;                    /* in the expression that is being read */
  Function outer;                   /* as it was before */
} Level;

typedef struct Reader {
  la_tokens text;
  la_source *source;
  int token, before;
  bool is_over, declares;           /* names are declared, not used */
  bool has_attributes;              /* some variable is <const>, and perhaps a number */
  bool joins_number;                /* the last operator of bits had a number before it */
  double numbers;
  int functions, depth;
  Function function;
  Level levels[MOST_LEVELS];
} Reader;

/* ---- blocks and brackets ------------------------------------------------------------------- */

static Level *source_level_of(Reader *reader) {
  return &reader->levels[reader->depth];
}

static void source_refuse(Reader *reader, const char *problem) {
  reader->source->problem = problem;
  reader->source->line = reader->text.line;
  reader->is_over = true;
}

static bool ends_expression(int token) {
  switch (token) {
    case LA_TOKEN_NAME: case LA_TOKEN_NUMBER: case LA_TOKEN_STRING: case LA_TOKEN_NIL:
    case LA_TOKEN_TRUE: case LA_TOKEN_FALSE: case LA_TOKEN_ARGUMENTS: case LA_TOKEN_END:
    case ')': case ']': case '}': return true;
    default: return false;
  }
}

static void open_level(Reader *reader, int closer) {
  if (reader->depth + 1 == MOST_LEVELS) {
    source_refuse(reader, "blocks and brackets are nested too deeply");
    return;
  }
  reader->depth++;
  *source_level_of(reader) = (Level){ .closer = closer, .outer = reader->function };
}

static void open_function(Reader *reader) {
  if (reader->before == LA_TOKEN_LOCAL) reader->function.declared++;
  open_level(reader, LA_TOKEN_END);
  source_level_of(reader)->is_function = true;
  reader->function = (Function){ .declared = reader->function.declared };
  reader->functions++;
  reader->declares = true;
}

static void open_bracket(Reader *reader) {
  bool is_call = ends_expression(reader->before) || reader->before == LA_TOKEN_FUNCTION;
  open_level(reader, ')');
  source_level_of(reader)->is_call = is_call;
  source_level_of(reader)->follows_bits = reader->before == LA_TOKEN_BITS && reader->joins_number;
}

/* An error in a function is named by going through its code, for each key of an expression. */
static void end_function(Reader *reader) {
  const Function *function = &reader->function;
  double message = function->tokens * (1 + function->keys);
  if (message > reader->source->message) reader->source->message = message;
}

/* `8 & (a or b)` or `8 & (a < b)` has been read, if the first number has gone beyond the others. */
static void check_bits(Reader *reader, const Level *inner) {
  if (inner->follows_bits && (inner->compares || inner->decides) &&
      reader->function.constants > MOST_CONSTANTS)
    source_refuse(reader, "Lua makes mistakes with bits of a condition, such as 8 & (a or b), in a "
                          "function as large as this: put the condition into a local variable");
}

static void close_bracket(Reader *reader, const Level *inner) {
  Level *outer = source_level_of(reader);
  bool is_comparison = inner->compares && !inner->decides;
  if (inner->closer == ']' && is_comparison)
    source_refuse(reader, "Lua makes mistakes with a comparison as a key, such as t[a < b]: put it "
                          "into a local variable, or write t[a < b and true or false]");
  if (inner->closer == ']') outer->keys += inner->keys + 1;
  else outer->keys = inner->closer == ')' && !inner->is_call ? inner->keys : 0;
  if (inner->closer != ')' || inner->is_call) return;
  outer->compares = outer->compares || is_comparison;
  check_bits(reader, inner);
}

static void close_block(Reader *reader, const Level *inner) {
  if (inner->is_function) {
    end_function(reader);
    reader->functions--;
    reader->function = inner->outer;
  } else {
    reader->function.declared = inner->outer.declared;
  }
  source_level_of(reader)->keys = 0;
}

static void close_level(Reader *reader) {
  const Level *inner = source_level_of(reader);
  if (reader->depth == 0 || inner->closer != reader->token) {
    reader->is_over = true;         /* the compiler gets no further, either */
    return;
  }
  reader->depth--;
  if (inner->closer == LA_TOKEN_END || inner->closer == LA_TOKEN_UNTIL) close_block(reader, inner);
  else close_bracket(reader, inner);
}

/* ---- work ---------------------------------------------------------------------------------- */

static double source_least(double a, double b) {
  return a < b ? a : b;
}

static void count_name(Reader *reader) {
  Function *function = &reader->function;
  if (reader->before == LA_TOKEN_NAME) reader->declares = false;
  if (reader->declares) function->declared++;
  function->constants++;
  reader->source->work += function->declared +
                          reader->functions * source_least(function->declared, MOST_UPVALUES);
}

static void count_choice(Reader *reader) {
  reader->source->work += reader->function.choices++ * STEPS_A_CHOICE;
}

static void count_value(Reader *reader) {
  reader->function.constants++;
  if (reader->token == LA_TOKEN_NUMBER) reader->source->work += reader->numbers++ / NUMBERS_A_STEP;
}

static void source_count_keys(Reader *reader) {
  Level *level = source_level_of(reader);
  bool is_key = reader->before == '.' || reader->before == ':';
  switch (reader->token) {
    case LA_TOKEN_NAME: if (!is_key) level->keys = 0; break;
    case '.': level->keys++; break;
    case ':': case '(': case '[': case '{': case ')': case ']': case '}': break;
    default: level->keys = 0;
  }
  if (level->keys > reader->function.keys) reader->function.keys = level->keys;
  if (level->keys > MOST_KEYS)
    source_refuse(reader, "more than 32 keys in one expression: put the first ones into a local "
                          "variable");
}

static bool may_be_number(const Reader *reader) {
  return reader->before == LA_TOKEN_NUMBER || reader->before == ')' ||
         (reader->before == LA_TOKEN_NAME && reader->has_attributes);
}

static void count_token(Reader *reader) {
  Function *function = &reader->function;
  function->tokens++;
  switch (reader->token) {
    case LA_TOKEN_NAME: count_name(reader); break;
    case LA_TOKEN_NUMBER: case LA_TOKEN_STRING: count_value(reader); break;
    case LA_TOKEN_COMPARISON:
      source_level_of(reader)->compares = true;
      if (reader->declares) reader->has_attributes = true;
      break;
    case LA_TOKEN_AND: case LA_TOKEN_OR:
      source_level_of(reader)->decides = true;
      count_choice(reader);
      break;
    case LA_TOKEN_BITS: reader->joins_number = may_be_number(reader); break;
    case LA_TOKEN_ELSE: case LA_TOKEN_ELSEIF: count_choice(reader); break;
    case LA_TOKEN_BREAK: case LA_TOKEN_GOTO: case LA_TOKEN_LABEL:
      reader->source->work += function->jumps++ * STEPS_A_JUMP;
      break;
    case LA_TOKEN_LOCAL: reader->declares = true; break;
    case '=': case LA_TOKEN_IN: case ')': reader->declares = false; break;
    default: break;
  }
}

static void nest_token(Reader *reader) {
  switch (reader->token) {
    case '(': open_bracket(reader); break;
    case '[': open_level(reader, ']'); break;
    case '{': open_level(reader, '}'); break;
    case LA_TOKEN_FUNCTION: open_function(reader); break;
    case LA_TOKEN_IF: open_level(reader, LA_TOKEN_END); break;
    case LA_TOKEN_REPEAT: open_level(reader, LA_TOKEN_UNTIL); break;
    case LA_TOKEN_FOR:
      open_level(reader, LA_TOKEN_END);
      source_level_of(reader)->waits = reader->declares = true;
      break;
    case LA_TOKEN_DO:
      if (!source_level_of(reader)->waits) open_level(reader, LA_TOKEN_END);
      source_level_of(reader)->waits = false;
      break;
    case ')': case ']': case '}': case LA_TOKEN_END: case LA_TOKEN_UNTIL:
      close_level(reader);
      break;
    default: break;
  }
}

void la_source_read(la_source *source, const char *text, size_t length) {
  Reader reader = { .text = la_tokens_of(text, length), .source = source };
  *source = (la_source){ .line = 1 };
  while ((reader.token = la_tokens_next(&reader.text)) != LA_TOKEN_NONE) {
    count_token(&reader);
    nest_token(&reader);
    source_count_keys(&reader);
    if (source->problem != NULL) return;
    if (reader.is_over) break;
    reader.before = reader.token;
  }
  for (; reader.depth >= 0; reader.depth--) {
    if (reader.depth > 0 && !reader.levels[reader.depth].is_function) continue;
    end_function(&reader);
    reader.function = reader.levels[reader.depth].outer;
  }
}
