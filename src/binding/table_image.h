/*
** Images of tables: what is in all tables that can be reached from some, so that they can become
** again what they were. Tables stay the tables that they are; what is in them is replaced.
**
** Tables with a metatable are looked into only if that is one of the `classes`. Functions,
** coroutines and userdata are values like any other: what they hold is not seen.
**
** Most tables belong to *things*, units and scripts, which say when they are written to. What is a
** thing's own stands in one record, which serves as long as nobody has touched the thing; the
** tables that it names beside these are its border. All other tables are looked at each time, and
** have a record each, which serves as long as they are what it says.
**
** An image is a list of nodes, tables and things, in the order in which they are reached. Its keep
** has their records and their tables by turns, and its memory at 0 and -1.
*/
#ifndef ASTAR_BINDING_TABLE_IMAGE_H
#define ASTAR_BINDING_TABLE_IMAGE_H

#include "../core/base/hints.h"
#include "object.h"
#include "table_record.h"

typedef struct la_table_image {
  la_pointer_table nodes;               /* of a thing, its own address */
  const la_record **records;        /* of each node; NULL: it is not looked into */
  uint32_t *versions;               /* of each node: the image in which it was made or touched */
} la_table_image;

extern const la_type la_table_image_type;

/* Where a node's record and its table, or the thing, stand in the keep. */
static inline int la_keep_record(uint32_t node) { return 2 * (int)node + 1; }
static inline int la_keep_table(uint32_t node) { return 2 * (int)node + 2; }

/* The image at stack index `arg`, which must be one. */
la_table_image *la_table_image_check(lua_State *L, int arg);
/* The same; NULL: it is nil. */
la_table_image *la_table_image_opt(lua_State *L, int arg);

/* Asks for so much memory as a small object takes up. */
static inline void la_table_fetch(const void *address) {
  const char *bytes = (const char *)address;
  for (int i = 0; i < 3; i++) PREFETCH(bytes + 64 * i);
}

/*
** Most of the time of a walk would be waiting for memory. So what will be needed soon is asked for
** some nodes ahead: a table, behind which its entries often stand, and a record.
*/
static inline void la_table_image_fetch(const la_table_image *image, uint32_t number) {
  enum { AHEAD = 6 };
  if (number + AHEAD >= image->nodes.count) return;
  la_table_fetch(image->nodes.all[number + AHEAD]);
  la_table_fetch(image->records[number + AHEAD]);
}

/* Pushes bytes, one for each node of an image: is it in the table at `touched`? */
uint8_t *la_table_image_touched(lua_State *L, const la_table_image *image, int touched);
/* Has the thing on top the value in its loose field, whose name is at `name`, that the record
** says? */
bool la_record_is_loose_same(lua_State *L, const la_record *record, int name);

/* core.image: see table_image.c */
int la_table_image_take(lua_State *L);
/* core.image_bytes(image, before): about how many bytes it takes up that another one, or nil, does
** not */
int la_table_image_bytes(lua_State *L);
/* core.put_image: see table_restore.c */
int la_table_image_put(lua_State *L);
/* core.image_contents: see table_image_dump.c */
int la_table_image_contents(lua_State *L);

#endif
