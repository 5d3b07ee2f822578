/*
** What a mod's file asks of the compiler, and of Lua when something goes wrong in it, as it can be
** seen in its text before it is compiled. The text is taken apart into tokens; blocks and brackets
** are known, the grammar is not: where the text is no Lua, reading ends where the compiler will.
**
** Three things are refused, in words:
** - a comparison as a key, `t[a < b]`: Lua up to 5.4.7 may read a register that was never set;
** - bits of a condition, `8 & (a or b)`, where the function has so many constants that Lua up to
**   5.4.4 makes the same mistake;
** - an expression of very many keys, `a.b.c`: should one be nil, Lua goes through all of them for
**   the text of the error, one within the other.
** All Luas refuse them, so that a mod is the same for each.
**
** The compiler's work is estimated from above. It looks for each name among the variables in
** reach; for labels, jumps and the like among all others of their kind.
*/
#include "sandbox.h"

#include <ctype.h>
#include <string.h>

enum { MOST_LEVELS = 256, MOST_KEYS = 32, MOST_CONSTANTS = 250, MOST_UPVALUES = 255 };

/* Numbers are found by their hashes; so many others are worth a step. */
enum { NUMBERS_A_STEP = 32 };

/* Steps for each other jump that is looked at; those of conditions lie far from one another. */
enum { STEPS_A_JUMP = 2, STEPS_A_CHOICE = 4 };

/* Characters that are tokens stand for themselves. */
enum {
  NAME = 256, NUMBER, STRING, VALUE, COMPARISON, BITS, DOTS, LABEL, OTHER_WORD,
  AND, BREAK, DO, ELSE, ELSEIF, END, FOR, FUNCTION, GOTO, IF, IN, LOCAL, OR, REPEAT, UNTIL
};

typedef struct Word {
  const char *text;
  int token;
} Word;

static const Word words[] = {
  { "and", AND }, { "break", BREAK }, { "do", DO }, { "else", ELSE }, { "elseif", ELSEIF },
  { "end", END }, { "false", VALUE }, { "for", FOR }, { "function", FUNCTION }, { "goto", GOTO },
  { "if", IF }, { "in", IN }, { "local", LOCAL }, { "nil", VALUE }, { "not", OTHER_WORD },
  { "or", OR }, { "repeat", REPEAT }, { "return", OTHER_WORD }, { "then", OTHER_WORD },
  { "true", VALUE }, { "until", UNTIL }, { "while", OTHER_WORD }, { NULL, 0 }
};

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
  const char *at, *end;
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

/* ---- tokens -------------------------------------------------------------------------------- */

static int peek(const Reader *reader, int ahead) {
  return reader->end - reader->at > ahead ? (unsigned char)reader->at[ahead] : 0;
}

static void pass(Reader *reader, int count) {
  for (; count > 0 && reader->at < reader->end; count--)
    if (*reader->at++ == '\n') reader->source->line++;
}

/* After `[`, the number of `=` before the next `[`, or -1. */
static int long_bracket(const Reader *reader, int from) {
  int equals = 0;
  while (peek(reader, from + equals) == '=') equals++;
  return peek(reader, from + equals) == '[' ? equals : -1;
}

static bool closes(const Reader *reader, int equals) {
  if (peek(reader, 0) != ']') return false;
  for (int i = 1; i <= equals; i++)
    if (peek(reader, i) != '=') return false;
  return peek(reader, equals + 1) == ']';
}

static void pass_long(Reader *reader, int equals) {
  while (reader->at < reader->end && !closes(reader, equals)) pass(reader, 1);
  pass(reader, equals + 2);
}

static void pass_comment(Reader *reader) {
  int equals = peek(reader, 2) == '[' ? long_bracket(reader, 3) : -1;
  if (equals >= 0) {
    pass(reader, 4 + equals);
    pass_long(reader, equals);
  } else {
    while (reader->at < reader->end && *reader->at != '\n') pass(reader, 1);
  }
}

static void pass_space(Reader *reader) {
  for (;;) {
    if (isspace(peek(reader, 0))) pass(reader, 1);
    else if (peek(reader, 0) == '-' && peek(reader, 1) == '-') pass_comment(reader);
    else return;
  }
}

static int read_quoted(Reader *reader, int quote) {
  pass(reader, 1);
  while (reader->at < reader->end && peek(reader, 0) != quote && peek(reader, 0) != '\n') {
    int next = peek(reader, 0) == '\\' ? peek(reader, 1) : 0;
    bool skips_space = next == 'z' || next == '\r' || next == '\n';
    pass(reader, peek(reader, 0) == '\\' ? 2 : 1);
    while (skips_space && isspace(peek(reader, 0))) pass(reader, 1);
  }
  if (peek(reader, 0) != quote) reader->is_over = true;
  pass(reader, 1);
  return STRING;
}

static int read_number(Reader *reader) {
  const char *exponents = tolower(peek(reader, 1)) == 'x' ? "pP" : "eE";
  for (;;) {
    int here = peek(reader, 0), next = peek(reader, 1);
    bool is_exponent = strchr(exponents, here) != NULL && (next == '+' || next == '-');
    if (here == 0 || (!isalnum(here) && here != '.' && here != '_')) return NUMBER;
    pass(reader, is_exponent ? 2 : 1);
  }
}

static bool is_in_name(int c) {
  return isalnum(c) || c == '_' || c >= 128;
}

static int read_name(Reader *reader) {
  const char *from = reader->at;
  while (is_in_name(peek(reader, 0))) pass(reader, 1);
  size_t length = (size_t)(reader->at - from);
  for (const Word *word = words; word->text != NULL; word++)
    if (strlen(word->text) == length && memcmp(word->text, from, length) == 0) return word->token;
  return NAME;
}

/* An operator, by its first two characters. */
static int read_operator(Reader *reader, int c, int next) {
  int length = 1, token = c;
  if ((c == '<' || c == '>') && next == c) length = 2, token = BITS;
  else if (strchr("<>=~", c) != NULL && next == '=') length = 2, token = COMPARISON;
  else if (c == '<' || c == '>') token = COMPARISON;
  else if (c == '&' || c == '|' || c == '~') token = BITS;
  else if (c == ':' && next == ':') length = 2, token = LABEL;
  else if (c == '.' && next == '.') length = peek(reader, 2) == '.' ? 3 : 2, token = DOTS;
  if (length == 3) token = VALUE;
  pass(reader, length);
  return token;
}

static int read_token(Reader *reader) {
  pass_space(reader);
  int c = peek(reader, 0), next = peek(reader, 1), equals = -1;
  if (reader->at >= reader->end || c == 0) {
    reader->is_over = true;
    return 0;
  }
  if (c == '[') equals = long_bracket(reader, 1);
  if (equals >= 0) {
    pass(reader, equals + 2);
    pass_long(reader, equals);
    return STRING;
  }
  if (c == '"' || c == '\'') return read_quoted(reader, c);
  if (isdigit(c) || (c == '.' && isdigit(next))) return read_number(reader);
  return is_in_name(c) ? read_name(reader) : read_operator(reader, c, next);
}

/* ---- blocks and brackets ------------------------------------------------------------------- */

static Level *level_of(Reader *reader) {
  return &reader->levels[reader->depth];
}

static void refuse(Reader *reader, const char *problem) {
  reader->source->problem = problem;
  reader->is_over = true;
}

static bool ends_expression(int token) {
  return token == NAME || token == NUMBER || token == STRING || token == VALUE || token == END ||
         token == ')' || token == ']' || token == '}';
}

static void open_level(Reader *reader, int closer) {
  if (reader->depth + 1 == MOST_LEVELS) {
    refuse(reader, "blocks and brackets are nested too deeply");
    return;
  }
  reader->depth++;
  *level_of(reader) = (Level){ .closer = closer, .outer = reader->function };
}

static void open_function(Reader *reader) {
  if (reader->before == LOCAL) reader->function.declared++;
  open_level(reader, END);
  level_of(reader)->is_function = true;
  reader->function = (Function){ .declared = reader->function.declared };
  reader->functions++;
  reader->declares = true;
}

static void open_bracket(Reader *reader) {
  bool is_call = ends_expression(reader->before) || reader->before == FUNCTION;
  open_level(reader, ')');
  level_of(reader)->is_call = is_call;
  level_of(reader)->follows_bits = reader->before == BITS && reader->joins_number;
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
    refuse(reader, "Lua makes mistakes with bits of a condition, such as 8 & (a or b), in a "
                   "function as large as this: put the condition into a local variable");
}

static void close_bracket(Reader *reader, const Level *inner) {
  Level *outer = level_of(reader);
  bool is_comparison = inner->compares && !inner->decides;
  if (inner->closer == ']' && is_comparison)
    refuse(reader, "Lua makes mistakes with a comparison as a key, such as t[a < b]: put it into "
                   "a local variable, or write t[a < b and true or false]");
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
  level_of(reader)->keys = 0;
}

static void close_level(Reader *reader) {
  const Level *inner = level_of(reader);
  if (reader->depth == 0 || inner->closer != reader->token) {
    reader->is_over = true;         /* the compiler gets no further, either */
    return;
  }
  reader->depth--;
  if (inner->closer == END || inner->closer == UNTIL) close_block(reader, inner);
  else close_bracket(reader, inner);
}

/* ---- work ---------------------------------------------------------------------------------- */

static double least(double a, double b) {
  return a < b ? a : b;
}

static void count_name(Reader *reader) {
  Function *function = &reader->function;
  if (reader->before == NAME) reader->declares = false;
  if (reader->declares) function->declared++;
  function->constants++;
  reader->source->work += function->declared +
                          reader->functions * least(function->declared, MOST_UPVALUES);
}

static void count_choice(Reader *reader) {
  reader->source->work += reader->function.choices++ * STEPS_A_CHOICE;
}

static void count_value(Reader *reader) {
  reader->function.constants++;
  if (reader->token == NUMBER) reader->source->work += reader->numbers++ / NUMBERS_A_STEP;
}

static void count_keys(Reader *reader) {
  Level *level = level_of(reader);
  bool is_key = reader->before == '.' || reader->before == ':';
  switch (reader->token) {
    case NAME: if (!is_key) level->keys = 0; break;
    case '.': level->keys++; break;
    case ':': case '(': case '[': case '{': case ')': case ']': case '}': break;
    default: level->keys = 0;
  }
  if (level->keys > reader->function.keys) reader->function.keys = level->keys;
  if (level->keys > MOST_KEYS)
    refuse(reader, "more than 32 keys in one expression: put the first ones into a local variable");
}

static bool may_be_number(const Reader *reader) {
  return reader->before == NUMBER || reader->before == ')' ||
         (reader->before == NAME && reader->has_attributes);
}

static void count_token(Reader *reader) {
  Function *function = &reader->function;
  function->tokens++;
  switch (reader->token) {
    case NAME: count_name(reader); break;
    case NUMBER: case STRING: count_value(reader); break;
    case COMPARISON:
      level_of(reader)->compares = true;
      if (reader->declares) reader->has_attributes = true;
      break;
    case AND: case OR:
      level_of(reader)->decides = true;
      count_choice(reader);
      break;
    case BITS: reader->joins_number = may_be_number(reader); break;
    case ELSE: case ELSEIF: count_choice(reader); break;
    case BREAK: case GOTO: case LABEL:
      reader->source->work += function->jumps++ * STEPS_A_JUMP;
      break;
    case LOCAL: reader->declares = true; break;
    case '=': case IN: case ')': reader->declares = false; break;
    default: break;
  }
}

static void nest_token(Reader *reader) {
  switch (reader->token) {
    case '(': open_bracket(reader); break;
    case '[': open_level(reader, ']'); break;
    case '{': open_level(reader, '}'); break;
    case FUNCTION: open_function(reader); break;
    case IF: open_level(reader, END); break;
    case REPEAT: open_level(reader, UNTIL); break;
    case FOR:
      open_level(reader, END);
      level_of(reader)->waits = reader->declares = true;
      break;
    case DO:
      if (!level_of(reader)->waits) open_level(reader, END);
      level_of(reader)->waits = false;
      break;
    case ')': case ']': case '}': case END: case UNTIL: close_level(reader); break;
    default: break;
  }
}

void la_source_read(la_source *source, const char *text, size_t length) {
  Reader reader = { .at = text, .end = text + length, .source = source };
  *source = (la_source){ .line = 1 };
  for (;;) {
    reader.token = read_token(&reader);
    if (reader.is_over) break;
    count_token(&reader);
    nest_token(&reader);
    count_keys(&reader);
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
