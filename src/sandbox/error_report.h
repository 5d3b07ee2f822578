/*
** How a call into a mod's state failed, in memory that is there whatever else is not.
*/
#ifndef ASTAR_SANDBOX_ERROR_REPORT_H
#define ASTAR_SANDBOX_ERROR_REPORT_H

#include <stdbool.h>

#include "../binding/compat.h"

/* Why a call is over, whatever the mod does about it. */
typedef enum la_end { LA_GOES_ON, LA_NO_INSTRUCTIONS, LA_NO_MEMORY } la_end;

typedef struct la_error_report {
  bool taken;
  char message[1024], where[256], traceback[3072];
} la_error_report;

/* The names of the sandbox's own files, by their hashes. */
typedef struct la_trusted {
  int count;
  uint64_t hashes[256];
} la_trusted;

/* Marks a file as the sandbox's own, whose functions reports leave out. False: too many. */
bool la_error_report_trust(la_trusted *trusted, const lua_Debug *ar);
/* Notes the error at `index`, and where the coroutine is. Both allocate nothing. */
void la_error_report_take(lua_State *L, la_error_report *report, const la_trusted *trusted,
                          int index);
void la_error_report_walk(lua_State *L, const la_trusted *trusted, la_error_report *report);
/* Is it a line of the mod's own? Of a level with "Sl". */
bool la_error_report_is_mods(const la_trusted *trusted, const lua_Debug *ar);
/* The length of "file:3: ", a place in the library, at the beginning of a message, or 0. */
size_t la_error_report_own_place(const la_trusted *trusted, const char *message);
void la_error_report_set(la_error_report *report, const char *message);
/* Pushes the table that a failed call returns. */
void la_error_report_push(lua_State *L, const la_error_report *report, const char *kind);
/* Takes the place out of a message like "file:3: unexpected symbol". */
void la_error_report_place(la_error_report *report);

#endif
