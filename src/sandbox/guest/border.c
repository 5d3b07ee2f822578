/*
** `#` of a table. In Lua it is any border of a table with holes; which one depends on how the table
** was built, so two copies of a table may have different lengths. Here it depends only on what is
** in the table: places are doubled from 1 on until there is nothing, then the last stretch is
** halved. The stock sandbox finds the same one (length_operator.c). For Lua's own luaH_getn, see
** FLAGS_ltable.
*/
#include "lobject.h"
#include "ltable.h"

#include <stdbool.h>

/* No table goes on beyond this. */
static const lua_Integer BORDER_GREATEST = (lua_Integer)1 << 53;

static bool border_has(Table *table, lua_Integer key) {
  if (l_castS2U(key) - 1u < table->alimit) return !isempty(&table->array[key - 1]);
  return !isempty(luaH_getint(table, key));
}

lua_Unsigned luaH_getn(Table *table) {
  lua_Integer there = 0, gone = 1;
  while (gone <= BORDER_GREATEST && border_has(table, gone)) {
    there = gone;
    gone *= 2;
  }
  while (gone <= BORDER_GREATEST && gone - there > 1) {
    lua_Integer middle = (there + gone) / 2;
    if (border_has(table, middle)) there = middle;
    else gone = middle;
  }
  return (lua_Unsigned)there;
}
