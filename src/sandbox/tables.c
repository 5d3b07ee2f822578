/*
** Tables of a mod's state in memory: how many places they have and, for the lengths of lists, which
** of these are taken. Lua's interface does not tell the first, and tells the second slowly.
**
** Whether this Lua has tables of the known form is tested with a few, see la_places_are_known. If
** it does not, places are not charged, and lists are read through the interface.
*/
#include "sandbox.h"

#include <limits.h>

/* How Lua 5.4 has a value in a list: what it is, then its type, of which the low bits tell nil. */
typedef struct Value {
  void *value;
  uint8_t type;
} Value;

enum { TYPE_BITS = 0x0F, MAY_HAVE_MORE = 0x80 };

/* How Lua 5.4 begins a table. */
typedef struct TableHead {
  void *next;
  uint8_t type, mark, flags, digits; /* of the number of places for keys, in base 2 */
  unsigned list;                    /* places for a list; fewer than there are: MAY_HAVE_MORE */
  const Value *values;              /* of the list */
  const void *keys, *last_key;      /* NULL: there are no places for keys */
} TableHead;

/* ---- places -------------------------------------------------------------------------------- */

static bool is_taken(const TableHead *head, unsigned place) {
  return (head->values[place - 1].type & TYPE_BITS) != LUA_TNIL;
}

static bool has_places(lua_State *L, int list, int keys, int digits) {
  lua_createtable(L, list, keys);
  const TableHead *head = lua_topointer(L, -1);
  bool as_said = head->list == (unsigned)list && head->digits == digits &&
                 (head->last_key != NULL) == (keys > 0);
  lua_pop(L, 1);
  return as_said;
}

static bool has_values(lua_State *L) {
  lua_createtable(L, 3, 0);
  lua_pushboolean(L, false);
  lua_rawseti(L, -2, 2);
  const TableHead *head = lua_topointer(L, -1);
  bool as_said = !is_taken(head, 1) && is_taken(head, 2) && !is_taken(head, 3);
  lua_pop(L, 1);
  return as_said;
}

bool la_places_are_known(lua_State *L) {
  return LUA_VERSION_NUM == 504 && has_places(L, 37, 64, 6) && has_places(L, 5, 1000, 10) &&
         has_places(L, 3, 0, 0) && has_values(L);
}

size_t la_places_of(lua_State *L, int index) {
  const TableHead *head = lua_topointer(L, index);
  if (!la_account_of(L)->knows_places) return 0;
  return ((size_t)1 << head->digits) + head->list;
}

/* ---- borders ------------------------------------------------------------------------------- */

#define GREATEST 9007199254740992 /* 2^53 */

enum { STEPS_AN_INSTRUCTION = 4 };

/* A table whose places are looked at. */
typedef struct List {
  lua_State *L;
  int index;
  const TableHead *head;
  int64_t known;                    /* so many places are looked at directly */
  bool ends;                        /* there are none beyond */
} List;

static bool asks_for(const List *list, int64_t place) {
  lua_State *L = list->L;
  if (place <= INT_MAX) {
    lua_rawgeti(L, list->index, (int)place);
  } else {
    lua_pushnumber(L, (lua_Number)place);
    lua_rawget(L, list->index);
  }
  bool is_there = !lua_isnil(L, -1);
  lua_pop(L, 1);
  return is_there;
}

static inline bool tables_has(const List *list, int64_t place) {
  if (place <= list->known) return is_taken(list->head, (unsigned)place);
  return !list->ends && asks_for(list, place);
}

static List list_of(lua_State *L, int index, const la_account *account) {
  List list = { L, index, NULL, 0, false };
  if (!account->knows_places) return list;
  list.head = lua_topointer(L, index);
  list.known = list.head->list;
  list.ends = list.head->last_key == NULL && (list.head->flags & MAY_HAVE_MORE) == 0;
  return list;
}

/* Where a list has no holes this is its length. What it costs depends on what is in it alone. */
int64_t la_border_of(lua_State *L, int index) {
  la_account *account = la_account_of(L);
  const List list = list_of(L, index, account);
  int64_t there = 0, gone = 1;
  int steps = 1;
  for (; gone <= GREATEST && tables_has(&list, gone); steps++) {
    there = gone;
    gone *= 2;
  }
  for (; gone <= GREATEST && gone - there > 1; steps++) {
    int64_t middle = (there + gone) / 2;
    if (tables_has(&list, middle)) there = middle;
    else gone = middle;
  }
  account->left -= steps / STEPS_AN_INSTRUCTION;
  if (account->left < 0) la_account_check(L);
  return there;
}
