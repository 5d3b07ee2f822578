/*
** Images as userdata.
*/
#include "image.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "../binding/args.h"
#include "../binding/result.h"
#include "vault/sizes.h"

la_image *la_image_check(lua_State *L, int arg) {
  return la_object_check(L, arg, &la_image_type);
}

static void expect_images(lua_State *L, const la_box *box) {
  if (box->door->take == NULL)
    luaL_error(L, "the %s sandbox has no snapshots: its states cannot be copied", box->door->name);
}

/* Makes room for `size` bytes: pushes the image that was given, at index `given`, or a new one. */
static la_image *image_for(lua_State *L, int given, size_t size) {
  la_image *image;
  if (given != 0) {
    image = la_image_check(L, given);
    lua_pushvalue(L, given);
  } else {
    image = la_object_new(L, &la_image_type, sizeof *image);
  }
  if (image->room < size) {
    uint8_t *bytes = realloc(image->bytes, size);
    if (bytes == NULL) la_status_check(L, ASTAR_NO_MEMORY);
    image->bytes = bytes;
    image->room = size;
  }
  image->size = size;
  image->box = NULL;
  return image;
}

/*
** Pushes the image that was taken last if the box is still in that state. It has one holder more
** then, unless it is the one that was given.
*/
static bool push_last(lua_State *L, const la_box *box, const la_image *given) {
  la_getkeep(L, 1);
  lua_rawgeti(L, -1, LA_KEEP_IMAGE);
  lua_remove(L, -2);
  la_image *last = la_object_test(L, -1, &la_image_type);
  if (last != NULL && last->box == box && last->state == box->state) {
    if (given != last) last->uses++;
    return true;
  }
  lua_pop(L, 1);
  return false;
}

int la_image_snapshot(lua_State *L, la_box *box) {
  expect_images(L, box);
  if (box->is_broken) return luaL_error(L, "the sandbox is broken: there is nothing to keep of it");
  const la_image *given = lua_isnoneornil(L, 2) ? NULL : la_image_check(L, 2);
  if (push_last(L, box, given)) return 1;
  bool is_free = given != NULL && given->uses <= 1;
  la_image *image = image_for(L, is_free ? 2 : 0, box->door->size_of_image(box));
  box->door->take(box, image);
  image->box = box;
  image->state = box->state;
  image->uses = 1;
  la_getkeep(L, 1);
  lua_pushvalue(L, -2);
  lua_rawseti(L, -2, LA_KEEP_IMAGE);
  lua_pop(L, 1);
  return 1;
}

void la_image_restore(lua_State *L, la_box *box, int arg) {
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

/* ---- as text: where it differs from another image ------------------------------------------ */

/*
** Three words: the pages, the stack pointer, where the guest's words are. Then runs of blocks that
** are other ones: the number of the first, how many there are, and their bytes. What the other
** image has not is 0 there.
*/
enum { BLOCK = 64, HEAD = 12, MOST_PAGES = LA_MACHINE_MOST / LA_MACHINE_PAGE };

static const uint8_t nothing[BLOCK];

/* A block of an image, which ends with a whole one: images begin and end where pages do. */
static const uint8_t *image_block(const la_image *image, size_t number) {
  return (number + 1) * BLOCK <= image->size ? image->bytes + number * BLOCK : nothing;
}

static bool block_differs(const la_image *image, const la_image *base, size_t number) {
  return memcmp(image_block(image, number), image_block(base, number), BLOCK) != 0;
}

static void add_word(luaL_Buffer *buffer, size_t word) {
  char little[4];
  for (int i = 0; i < 4; i++) little[i] = (char)(word >> 8 * i & 255);
  luaL_addlstring(buffer, little, sizeof little);
}

/* image:difference(base) -> string */
static int image_difference(lua_State *L) {
  const la_image *image = la_image_check(L, 1), *base = la_image_check(L, 2);
  size_t blocks = image->size / BLOCK;
  luaL_Buffer buffer;
  luaL_buffinit(L, &buffer);
  add_word(&buffer, image->pages);
  add_word(&buffer, image->stack_pointer);
  add_word(&buffer, image->words);
  for (size_t at = 0; at < blocks; at++) {
    size_t end = at;
    while (end < blocks && block_differs(image, base, end)) end++;
    if (end == at) continue;
    add_word(&buffer, at);
    add_word(&buffer, end - at);
    luaL_addlstring(&buffer, (const char *)image->bytes + at * BLOCK, (end - at) * BLOCK);
    at = end;
  }
  luaL_pushresult(&buffer);
  return 1;
}

static size_t take_word_of(const char *text) {
  size_t word = 0;
  for (int i = 0; i < 4; i++) word |= (size_t)(uint8_t)text[i] << 8 * i;
  return word;
}

/* Puts the runs into the image; false: they make no sense. */
static bool put_runs(la_image *image, const char *text, size_t length) {
  size_t blocks = image->size / BLOCK, next = 0;
  while (length >= 8) {
    size_t first = take_word_of(text), count = take_word_of(text + 4);
    text += 8;
    length -= 8;
    if (first < next || first >= blocks || count == 0 || count > blocks - first) return false;
    if (count * BLOCK > length) return false;
    memcpy(image->bytes + first * BLOCK, text, count * BLOCK);
    text += count * BLOCK;
    length -= count * BLOCK;
    next = first + count;
  }
  return length == 0;
}

/* base:changed(text [, most]) -> image, or nil: the text is none, or of more than `most` bytes */
static int image_changed(lua_State *L) {
  const la_image *base = la_image_check(L, 1);
  size_t length;
  const char *text = luaL_checklstring(L, 2, &length);
  size_t pages = length >= HEAD ? take_word_of(text) : 0;
  /* The guest's stack, no part of it. */
  size_t below = (size_t)base->pages * LA_MACHINE_PAGE - base->size;
  double most = luaL_optnumber(L, 3, (lua_Number)MOST_PAGES * LA_MACHINE_PAGE);
  if (pages == 0 || pages > MOST_PAGES || pages * LA_MACHINE_PAGE <= below) return 0;
  if ((double)pages * LA_MACHINE_PAGE > most) return 0;
  if (take_word_of(text + 4) != base->stack_pointer) return 0;
  if (take_word_of(text + 8) != base->words) return 0;
  size_t size = pages * LA_MACHINE_PAGE - below;
  la_image *image = image_for(L, 0, size);
  image->pages = (uint32_t)pages;
  image->stack_pointer = base->stack_pointer;
  image->words = base->words;
  memset(image->bytes, 0, size);
  memcpy(image->bytes, base->bytes, size < base->size ? size : base->size);
  return put_runs(image, text + HEAD, length - HEAD) ? 1 : 0;
}

static int image_size(lua_State *L) {
  lua_pushinteger(L, (lua_Integer)la_image_check(L, 1)->size);
  return 1;
}

const luaL_Reg la_image_methods[] = {
  { "hash", image_hash }, { "difference", image_difference }, { "changed", image_changed },
  { NULL, NULL }
};

static int image_gc(lua_State *L) {
  la_image *image = la_object_test(L, 1, &la_image_type);
  if (image != NULL) free(image->bytes);
  if (image != NULL) memset(image, 0, sizeof *image);
  return 0;
}

/* Whether a box has returned it more than once: it must not be overwritten then. */
static int image_is_shared(lua_State *L) {
  lua_pushboolean(L, la_image_check(L, 1)->uses > 1);
  return 1;
}

static const luaL_Reg meta[] = { { "__gc", image_gc }, { NULL, NULL } };

static const la_field fields[] = {
  { "bytes", image_size, NULL }, { "_shared", image_is_shared, NULL }, { NULL, NULL, NULL }
};

const la_type la_image_type = { .name = "image", .meta = meta, .fields = fields };
