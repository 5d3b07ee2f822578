/*
** An image: all that is in a mod's state at one moment, as bytes. A sandbox whose states are
** machines makes them, and puts them back.
**
** The bytes stand in blocks, which never change. An image shares those with the last one of its box
** that are as they were, and to put it back writes only where the state differs: of a machine of a
** megabyte a turn changes a few blocks.
*/
#ifndef ASTAR_SANDBOX_MACHINE_IMAGE_H
#define ASTAR_SANDBOX_MACHINE_IMAGE_H

#include "../binding/object.h"
#include "box.h"
#include "block_pool.h"

/* Of the first blocks of a state, whether they may have been written since the last image was taken
** or put back; of others they may. */
typedef struct la_written {
  const uint8_t *blocks;
  size_t count;
} la_written;

struct la_image {
  uint32_t pages, stack_pointer, words; /* see vault/machine.h; where the guest's words are */
  size_t size;                      /* in bytes, whole blocks */
  size_t copied;                    /* of those that are not the last image's */
  la_block_pool *from;                  /* where its blocks are */
  la_block *blocks;
  const la_box *box;                /* whose it is, and which state of the box: see la_box */
  uint64_t state;
  unsigned uses;                    /* times that it was returned as the image of that state */
};

/*
** Takes `size` bytes, which are a state. `last` shares what it has; NULL: there is none. `written`:
** what may differ from `last`. It may be the same image. False: no memory, and the image is empty.
*/
bool la_image_fill(la_image *image, const uint8_t *bytes, size_t size, const la_image *last,
                   la_written written);
/* Writes all its bytes that are not there already; `last`, `written`: what is there, likewise. */
void la_image_write(const la_image *image, uint8_t *bytes, const la_image *last,
                    la_written written);
/* Are these its bytes? */
bool la_image_holds(const la_image *image, const uint8_t *bytes, size_t size);

extern const la_type la_image_type;
extern const luaL_Reg la_image_methods[];
extern const la_field la_image_fields[];

/* The image at stack index `arg`, which must be one. */
la_image *la_image_check(lua_State *L, int arg);
/* box:snapshot([image]) */
int la_image_snapshot(lua_State *L, la_box *box);
/* For box:restore(image): is the box what the image at index 2 says? Puts it back; then it has a
** new state, which is the image's. */
bool la_image_is_now(lua_State *L, const la_box *box);
void la_image_restore(lua_State *L, la_box *box);
void la_image_restored(lua_State *L, const la_box *box);

#endif
