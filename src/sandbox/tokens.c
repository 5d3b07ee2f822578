#include "tokens.h"

#include <stdbool.h>
#include <string.h>

/* In the order of their tokens. */
static const char *const words[] = {
  "and", "break", "do", "else", "elseif", "end", "false", "for", "function", "goto", "if", "in",
  "local", "nil", "not", "or", "repeat", "return", "then", "true", "until", "while"
};

/* ---- characters ---------------------------------------------------------------------------- */

static bool is_end_of_line(int c) {
  return c == '\n' || c == '\r';
}

static bool is_space(int c) {
  return c == ' ' || (c >= '\t' && c <= '\r');
}

static bool is_digit(int c) {
  return c >= '0' && c <= '9';
}

static bool is_in_name(int c) {
  int lower = c | 0x20;
  return is_digit(c) || (lower >= 'a' && lower <= 'z') || c == '_' || c >= 128;
}

/* 0: the text ends before. */
static int tokens_peek(const la_tokens *tokens, int ahead) {
  return tokens->end - tokens->at > ahead ? (unsigned char)tokens->at[ahead] : 0;
}

static bool is_over(const la_tokens *tokens) {
  return tokens->at >= tokens->end;
}

/* "\r\n" and "\n\r" are one end of a line, as they are for the compiler. */
static void tokens_pass(la_tokens *tokens, int count) {
  for (; count > 0 && !is_over(tokens); count--) {
    int here = tokens_peek(tokens, 0), next = tokens_peek(tokens, 1);
    bool is_pair = is_end_of_line(next) && next != here;
    if (is_end_of_line(here)) tokens->line++;
    tokens->at += is_end_of_line(here) && is_pair ? 2 : 1;
  }
}

/* ---- comments and strings ------------------------------------------------------------------ */

/* After `[`, the number of `=` before the next `[`, or -1. */
static int long_bracket(const la_tokens *tokens, int from) {
  int equals = 0;
  while (tokens_peek(tokens, from + equals) == '=') equals++;
  return tokens_peek(tokens, from + equals) == '[' ? equals : -1;
}

static bool tokens_closes(const la_tokens *tokens, int equals) {
  if (tokens_peek(tokens, 0) != ']') return false;
  for (int i = 1; i <= equals; i++)
    if (tokens_peek(tokens, i) != '=') return false;
  return tokens_peek(tokens, equals + 1) == ']';
}

/* `[==[` and all up to `]==]`. */
static void pass_long(la_tokens *tokens, int equals) {
  tokens_pass(tokens, equals + 2);
  while (!is_over(tokens) && !tokens_closes(tokens, equals)) tokens_pass(tokens, 1);
  tokens_pass(tokens, equals + 2);
}

static void pass_comment(la_tokens *tokens) {
  int equals = tokens_peek(tokens, 2) == '[' ? long_bracket(tokens, 3) : -1;
  if (equals >= 0) {
    tokens_pass(tokens, 2);
    pass_long(tokens, equals);
  } else {
    while (!is_over(tokens) && !is_end_of_line(tokens_peek(tokens, 0))) tokens_pass(tokens, 1);
  }
}

static void pass_space(la_tokens *tokens) {
  for (;;) {
    if (is_space(tokens_peek(tokens, 0))) tokens_pass(tokens, 1);
    else if (tokens_peek(tokens, 0) == '-' && tokens_peek(tokens, 1) == '-') pass_comment(tokens);
    else return;
  }
}

static void pass_escape(la_tokens *tokens) {
  bool skips_space = tokens_peek(tokens, 1) == 'z';
  tokens_pass(tokens, 2);
  while (skips_space && is_space(tokens_peek(tokens, 0))) tokens_pass(tokens, 1);
}

static int read_quoted(la_tokens *tokens, int quote) {
  tokens_pass(tokens, 1);
  for (int c = tokens_peek(tokens, 0); c != quote; c = tokens_peek(tokens, 0)) {
    if (is_over(tokens) || is_end_of_line(c)) return LA_TOKEN_NONE;
    if (c == '\\') pass_escape(tokens);
    else tokens_pass(tokens, 1);
  }
  tokens_pass(tokens, 1);
  return LA_TOKEN_STRING;
}

/* ---- other tokens -------------------------------------------------------------------------- */

static int tokens_read_number(la_tokens *tokens) {
  const char *exponents = (tokens_peek(tokens, 1) | 0x20) == 'x' ? "pP" : "eE";
  for (;;) {
    int here = tokens_peek(tokens, 0), next = tokens_peek(tokens, 1);
    if (!is_in_name(here) && here != '.') return LA_TOKEN_NUMBER;
    bool is_exponent = strchr(exponents, here) != NULL && (next == '+' || next == '-');
    tokens_pass(tokens, is_exponent ? 2 : 1);
  }
}

static int read_name(la_tokens *tokens) {
  const char *from = tokens->at;
  while (is_in_name(tokens_peek(tokens, 0))) tokens->at++;
  size_t length = (size_t)(tokens->at - from);
  for (int i = 0; i < LA_TOKEN_WORDS; i++)
    if (strlen(words[i]) == length && memcmp(words[i], from, length) == 0) return LA_TOKEN_AND + i;
  return LA_TOKEN_NAME;
}

/* An operator, by its first characters. */
static int read_operator(la_tokens *tokens, int c, int next) {
  int length = next == c && strchr("<>:.", c) != NULL ? 2 : 1, token = c;
  if (length == 1 && next == '=' && strchr("<>=~", c) != NULL) length = 2, c = '<';
  else if (length == 2 && c == '.' && tokens_peek(tokens, 2) == '.') length = 3;
  else if (length == 2 && strchr("<>", c) != NULL) c = '&';
  if (strchr("&|~", c) != NULL) token = LA_TOKEN_BITS;
  if (strchr("<>", c) != NULL) token = LA_TOKEN_COMPARISON;
  if (c == ':' && length == 2) token = LA_TOKEN_LABEL;
  if (c == '.' && length > 1) token = length == 2 ? LA_TOKEN_DOTS : LA_TOKEN_ARGUMENTS;
  tokens->at += length;
  return token;
}

la_tokens la_tokens_of(const char *text, size_t length) {
  return (la_tokens){ text, text + length, 1 };
}

/* No character that is a zero begins a token. */
int la_tokens_next(la_tokens *tokens) {
  pass_space(tokens);
  int c = tokens_peek(tokens, 0), next = tokens_peek(tokens, 1);
  int equals = c == '[' ? long_bracket(tokens, 1) : -1;
  if (c == 0) return LA_TOKEN_NONE;
  if (equals >= 0) {
    pass_long(tokens, equals);
    return LA_TOKEN_STRING;
  }
  if (c == '"' || c == '\'') return read_quoted(tokens, c);
  if (is_digit(c) || (c == '.' && is_digit(next))) return tokens_read_number(tokens);
  return is_in_name(c) ? read_name(tokens) : read_operator(tokens, c, next);
}
