/*
** Images as userdata.
*/
#include "image.h"

#include <stdint.h>

#include "../binding/args.h"
#include "../binding/result.h"

la_image *la_image_check(lua_State *L, int arg) {
  return la_object_check(L, arg, &la_image_type);
}

static void expect_images(lua_State *L, const la_box *box) {
  if (box->door->take == NULL)
    luaL_error(L, "the %s sandbox has no snapshots: its states cannot be copied", box->door->name);
}

/* The image that was given if it has room for `size` bytes, else a new one. */
static la_image *image_for(lua_State *L, size_t size) {
  if (!lua_isnoneornil(L, 2)) {
    la_image *given = la_image_check(L, 2);
    lua_settop(L, 2);
    if (given->room >= size) return given;
  }
  la_image *image = la_object_new(L, &la_image_type, sizeof *image + size);
  image->room = size;
  return image;
}

int la_image_take(lua_State *L, la_box *box) {
  expect_images(L, box);
  if (box->is_broken) return luaL_error(L, "the sandbox is broken: there is nothing to keep of it");
  la_image *image = image_for(L, box->door->size_of_image(box));
  box->door->take(box, image);
  return 1;
}

void la_image_put_back(lua_State *L, la_box *box, int arg) {
  expect_images(L, box);
  const la_image *image = la_image_check(L, arg);
  if (!box->door->put_back(box, image)) la_status_check(L, ASTAR_NO_MEMORY);
}

/* image:hash() -> 16 digits: the same on every machine for the same state */
static int image_hash(lua_State *L) {
  const la_image *image = la_image_check(L, 1);
  uint64_t hash = 0xcbf29ce484222325u ^ image->pages;
  for (size_t at = 0; at < image->size; at += 8) {
    uint64_t word = 0;
    for (size_t i = 0; i < 8; i++) word |= (uint64_t)image->bytes[at + i] << 8 * i;
    hash = (hash ^ word) * 0xff51afd7ed558ccdu;
    hash ^= hash >> 32;
  }
  la_push_hash(L, hash);
  return 1;
}

static int image_size(lua_State *L) {
  lua_pushinteger(L, (lua_Integer)la_image_check(L, 1)->size);
  return 1;
}

const luaL_Reg la_image_methods[] = { { "hash", image_hash }, { NULL, NULL } };

static const la_field fields[] = { { "bytes", image_size, NULL }, { NULL, NULL, NULL } };

const la_type la_image_type = { .name = "image", .fields = fields };
