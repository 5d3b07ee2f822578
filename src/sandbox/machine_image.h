/*
** An image: all that is in a mod's state at one moment, as bytes. A sandbox whose states are
** machines makes them, and puts them back.
*/
#ifndef ASTAR_SANDBOX_MACHINE_IMAGE_H
#define ASTAR_SANDBOX_MACHINE_IMAGE_H

#include "../binding/object.h"
#include "box.h"

struct la_image {
  uint32_t pages, stack_pointer, words; /* see vault/machine.h; where the guest's words are */
  size_t size, room;
  uint8_t *bytes;
  const la_box *box;                /* whose it is, and which state of the box: see la_box */
  uint64_t state;
  unsigned uses;                    /* times that it was returned as the image of that state */
};

extern const la_type la_image_type;
extern const luaL_Reg la_image_methods[];

/* The image at stack index `arg`, which must be one. */
la_image *la_image_check(lua_State *L, int arg);
/* box:snapshot([image]), box:restore(image) */
int la_image_snapshot(lua_State *L, la_box *box);
void la_image_restore(lua_State *L, la_box *box, int arg);

#endif
