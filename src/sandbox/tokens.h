/*
** Splits Lua source into tokens, for what must be known of a mod's file before it is compiled. If
** the text is not valid Lua the tokens end: the compiler does not get further, either, and reports
** the error.
**
** Letters are those of ASCII in every locale, as for the compiler.
*/
#ifndef ASTAR_BINDING_SANDBOX_TOKENS_H
#define ASTAR_BINDING_SANDBOX_TOKENS_H

#include <stddef.h>

/* Characters that are tokens stand for themselves. */
enum {
  LA_TOKEN_NONE, LA_TOKEN_NAME = 256, LA_TOKEN_NUMBER, LA_TOKEN_STRING,
  LA_TOKEN_COMPARISON, LA_TOKEN_BITS, LA_TOKEN_DOTS, LA_TOKEN_ARGUMENTS, LA_TOKEN_LABEL,
  LA_TOKEN_AND, LA_TOKEN_BREAK, LA_TOKEN_DO, LA_TOKEN_ELSE, LA_TOKEN_ELSEIF, LA_TOKEN_END,
  LA_TOKEN_FALSE, LA_TOKEN_FOR, LA_TOKEN_FUNCTION, LA_TOKEN_GOTO, LA_TOKEN_IF, LA_TOKEN_IN,
  LA_TOKEN_LOCAL, LA_TOKEN_NIL, LA_TOKEN_NOT, LA_TOKEN_OR, LA_TOKEN_REPEAT, LA_TOKEN_RETURN,
  LA_TOKEN_THEN, LA_TOKEN_TRUE, LA_TOKEN_UNTIL, LA_TOKEN_WHILE,
  LA_TOKEN_WORDS = LA_TOKEN_WHILE - LA_TOKEN_AND + 1
};

typedef struct la_tokens {
  const char *at, *end;             /* what has not been read */
  int line;                         /* of `at` */
} la_tokens;

la_tokens la_tokens_of(const char *text, size_t length);
/* The next token, which ends at `at`. */
int la_tokens_next(la_tokens *tokens);

#endif
