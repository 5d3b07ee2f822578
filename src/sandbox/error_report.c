/*
** How a call of a mod failed: the error, its place, and the functions that were running. This is
** recorded in memory of fixed size, without calling Lua's allocator, because the failure may be a
** lack of memory. Functions of the sandbox itself are left out: they mean nothing to the author of
** the mod.
*/
#include "error_report.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

enum { MOST_LEVELS = 24, LOOKED_AT = 200 };

/* A name is known by its hash: nothing is allocated here, as it may be memory that is missing. */
static uint64_t hash_of(const char *name, size_t length) {
  uint64_t hash = 14695981039346656037u;
  for (size_t i = 0; i < length; i++) hash = (hash ^ (unsigned char)name[i]) * 1099511628211u;
  return hash;
}

static bool is_trusted(const la_trusted *trusted, const char *name, size_t length) {
  uint64_t hash = hash_of(name, length);
  for (int i = 0; i < trusted->count; i++)
    if (trusted->hashes[i] == hash) return true;
  return false;
}

static bool report_add(la_trusted *trusted, const char *name) {
  if (is_trusted(trusted, name, strlen(name))) return true;
  if (trusted->count == (int)(sizeof trusted->hashes / sizeof *trusted->hashes)) return false;
  trusted->hashes[trusted->count++] = hash_of(name, strlen(name));
  return true;
}

bool la_error_report_trust(la_trusted *trusted, const lua_Debug *ar) {
  return report_add(trusted, ar->source) && report_add(trusted, ar->short_src);
}

/* ---- the stack ----------------------------------------------------------------------------- */

static void report_append(char *text, size_t room, const char *more) {
  size_t length = strlen(text);
  if (length + 1 < room) snprintf(text + length, room - length, "%s", more);
}

static void append_level(la_error_report *report, const lua_Debug *ar) {
  char line[160];
  if (*ar->what == 'm') snprintf(line, sizeof line, "\n\t%s:%d: in the file itself",
                                 ar->short_src, ar->currentline);
  else if (ar->name != NULL) snprintf(line, sizeof line, "\n\t%s:%d: in '%.60s'", ar->short_src,
                                      ar->currentline, ar->name);
  else snprintf(line, sizeof line, "\n\t%s:%d: in the function of line %d", ar->short_src,
                ar->currentline, ar->linedefined);
  report_append(report->traceback, sizeof report->traceback, line);
}

bool la_error_report_is_mods(const la_trusted *trusted, const lua_Debug *ar) {
  return ar->currentline > 0 && !is_trusted(trusted, ar->source, strlen(ar->source));
}

void la_error_report_walk(lua_State *L, const la_trusted *trusted, la_error_report *report) {
  lua_Debug ar;
  int shown = 0;
  report->where[0] = 0;
  report->traceback[0] = 0;
  for (int level = 0; level < LOOKED_AT && la_getstack(L, level, &ar); level++) {
    lua_getinfo(L, "Sl", &ar);
    if (!la_error_report_is_mods(trusted, &ar)) continue;
    if (report->where[0] == 0)
      snprintf(report->where, sizeof report->where, "%s:%d", ar.short_src, ar.currentline);
    if (shown == 0) report_append(report->traceback, sizeof report->traceback, "stack traceback:");
    if (shown++ >= MOST_LEVELS) continue;
    lua_getinfo(L, "n", &ar);       /* goes through the code of the caller, which may be long */
    append_level(report, &ar);
  }
  if (shown > MOST_LEVELS) report_append(report->traceback, sizeof report->traceback, "\n\t...");
}

/* ---- taking -------------------------------------------------------------------------------- */

static void set_message(lua_State *L, la_error_report *report, int index) {
  if (lua_type(L, index) == LUA_TSTRING) {
    la_error_report_set(report, lua_tostring(L, index));
  } else if (lua_type(L, index) == LUA_TNUMBER) {
    snprintf(report->message, sizeof report->message, "%.14g", (double)lua_tonumber(L, index));
  } else {
    snprintf(report->message, sizeof report->message, "an error that is no text (%s)",
             luaL_typename(L, index));
  }
}

void la_error_report_set(la_error_report *report, const char *message) {
  snprintf(report->message, sizeof report->message, "%s", message);
  report->where[0] = report->traceback[0] = 0;
  report->taken = true;
}

/* The length of "file:3" at the beginning of a message, or 0. Where lines are unknown: "?:-1", and
** in Lua 5.5 "?:?". */
static size_t place_length(const char *message) {
  for (const char *at = message; (at = strchr(at, ':')) != NULL; at++) {
    size_t digits = at[1] == '-' || at[1] == '?' ? 1 : 0;
    while (isdigit((unsigned char)at[1 + digits])) digits++;
    if (digits > 0 && at[1 + digits] == ':') return (size_t)(at - message) + 1 + digits;
  }
  return 0;
}

/*
** The length of a place in the library's code with which a message begins, "file:3: ", or 0. What
** its chunks are called depends on how the library is packed: nobody in a mod is to read that.
*/
size_t la_error_report_own_place(const la_trusted *trusted, const char *message) {
  size_t length = place_length(message), file = length;
  while (file > 0 && message[file - 1] != ':') file--;
  if (file < 2 || message[length + 1] != ' ') return 0;
  return is_trusted(trusted, message, file - 1) ? length + 2 : 0;
}

/* A mistake that a function of the sandbox's noticed was made where the mod called it. */
static void move_place(const la_trusted *trusted, la_error_report *report) {
  char text[sizeof report->message + sizeof report->where];
  size_t length = place_length(report->message), file = length;
  while (file > 0 && report->message[file - 1] != ':') file--;
  if (file < 2 || report->where[0] == 0) return;
  if (!is_trusted(trusted, report->message, file - 1)) return;
  snprintf(text, sizeof text, "%s%s", report->where, report->message + length);
  snprintf(report->message, sizeof report->message, "%.*s", (int)sizeof report->message - 1, text);
}

void la_error_report_take(lua_State *L, la_error_report *report, const la_trusted *trusted,
                          int index) {
  set_message(L, report, index);
  report->taken = true;
  la_error_report_walk(L, trusted, report);
  move_place(trusted, report);
  char *message = report->message;
  size_t own = la_error_report_own_place(trusted, message);
  memmove(message, message + own, strlen(message + own) + 1);
}

void la_error_report_place(la_error_report *report) {
  snprintf(report->where, sizeof report->where, "%.*s", (int)place_length(report->message),
           report->message);
}

void la_error_report_push(lua_State *L, const la_error_report *report, const char *kind) {
  lua_createtable(L, 0, 4);
  lua_pushstring(L, kind);
  lua_setfield(L, -2, "kind");
  lua_pushstring(L, report->message);
  lua_setfield(L, -2, "message");
  if (report->where[0] != 0) {
    lua_pushstring(L, report->where);
    lua_setfield(L, -2, "where");
  }
  if (report->traceback[0] != 0) {
    lua_pushstring(L, report->traceback);
    lua_setfield(L, -2, "traceback");
  }
}
