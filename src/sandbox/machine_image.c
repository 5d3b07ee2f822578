/*
** Images as userdata, and their blocks.
*/
#include "machine_image.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "../binding/args.h"
#include "../binding/result.h"
#include "vault/sizes.h"

enum { SHEET = LA_BLOCK };

static const uint8_t nothing[SHEET];
static const la_written nothing_known;

/* ---- blocks ---------------------------------------------------------------------------------- */

/* Is it known that nobody has written there since the last image? */
static bool is_unwritten(la_written written, size_t number) {
  return number < written.count && written.blocks[number] == 0;
}

/* Has the last image these bytes at that place? */
static bool has_block(const la_image *last, la_written written, size_t number,
                      const uint8_t *bytes) {
  if (last == NULL || number >= last->size / SHEET) return false;
  return is_unwritten(written, number) || la_block_is(last->from, last->blocks[number], bytes);
}

/* The image has that block there, which was shared for it. */
static void image_set_block(la_image *image, size_t number, la_block block) {
  la_block_drop(image->from, image->blocks[number]);
  image->blocks[number] = block;
}

static void image_share_block(la_image *image, size_t number, la_block block) {
  if (image->blocks[number] == block) return;
  la_block_share(image->from, block);
  image_set_block(image, number, block);
}

/* False: no memory. */
static bool image_copy_block(la_image *image, size_t number, const uint8_t *bytes) {
  bool is_empty = la_block_is_empty(bytes);
  la_block block = is_empty ? 0 : la_block_copy(image->from, bytes);
  if (block == 0 && !is_empty) return false;
  image_set_block(image, number, block);
  if (!is_empty) image->copied += SHEET;
  return true;
}

/* So many blocks, which begin as those that it has; false: no memory. */
static bool image_resize(la_image *image, size_t count) {
  size_t had = image->size / SHEET;
  if (had == count) return true;
  la_block *blocks = malloc((count + 1) * sizeof *blocks);
  if (blocks == NULL) return false;
  for (size_t i = 0; i < count; i++) blocks[i] = i < had ? image->blocks[i] : 0;
  for (size_t i = count; i < had; i++) la_block_drop(image->from, image->blocks[i]);
  free(image->blocks);
  image->blocks = blocks;
  image->size = count * SHEET;
  return true;
}

static void image_clear(la_image *image) {
  for (size_t i = 0; i < image->size / SHEET; i++) la_block_drop(image->from, image->blocks[i]);
  la_block_pool_drop(image->from);
  free(image->blocks);
  image->blocks = NULL;
  image->from = NULL;
  image->size = 0;
  image->box = NULL;                /* it is no box's state any more */
}

/* Its blocks are to come from where those of `last` are. False: no memory. */
static bool image_join(la_image *image, const la_image *last) {
  if (last != NULL && image->from == last->from) return true;
  image_clear(image);
  image->from = last != NULL ? la_block_pool_share(last->from) : la_block_pool_new();
  return image->from != NULL;
}

bool la_image_fill(la_image *image, const uint8_t *bytes, size_t size, const la_image *last,
                   la_written written) {
  size_t count = size / SHEET;
  bool done = image_join(image, last) && image_resize(image, count);
  image->copied = 0;
  for (size_t i = 0; i < count && done; i++) {
    const uint8_t *now = bytes + i * SHEET;
    if (has_block(last, written, i, now)) image_share_block(image, i, last->blocks[i]);
    else done = image_copy_block(image, i, now);
  }
  if (!done) image_clear(image);
  return done;
}

/* What is there already is only read: the processor need not write it back. */
void la_image_write(const la_image *image, uint8_t *bytes, const la_image *last,
                    la_written written) {
  size_t known = last != NULL && last->from == image->from ? last->size / SHEET : 0;
  for (size_t i = 0; i < image->size / SHEET; i++) {
    bool is_known = i < known && is_unwritten(written, i);
    if (is_known && image->blocks[i] == last->blocks[i]) continue;
    if (!la_block_is(image->from, image->blocks[i], bytes + i * SHEET))
      memcpy(bytes + i * SHEET, la_block_bytes(image->from, image->blocks[i]), SHEET);
  }
}

bool la_image_holds(const la_image *image, const uint8_t *bytes, size_t size) {
  if (image->size != size) return false;
  for (size_t i = 0; i < size / SHEET; i++)
    if (!la_block_is(image->from, image->blocks[i], bytes + i * SHEET)) return false;
  return true;
}

/* ---- images of boxes ------------------------------------------------------------------------- */

la_image *la_image_check(lua_State *L, int arg) {
  return la_object_check(L, arg, &la_image_type);
}

static void expect_images(lua_State *L, const la_box *box) {
  if (box->backend->take == NULL)
    luaL_error(L, "the %s sandbox has no snapshots: its states cannot be copied",
               box->backend->name);
}

/* Pushes the image that was taken or put back last, or nil; NULL: there is none. */
static la_image *push_last(lua_State *L, const la_box *box) {
  la_getkeep(L, 1);
  lua_rawgeti(L, -1, LA_KEEP_IMAGE);
  lua_remove(L, -2);
  la_image *last = la_object_test(L, -1, &la_image_type);
  return last != NULL && last->box == box ? last : NULL;
}

/* The image at `index` is that of the box's state. */
static void image_set_last(lua_State *L, int index) {
  index = la_absindex(L, index);
  la_getkeep(L, 1);
  lua_pushvalue(L, index);
  lua_rawseti(L, -2, LA_KEEP_IMAGE);
  lua_pop(L, 1);
}

/* Pushes an image to be filled: the one that was given, or a new one. */
static la_image *push_image(lua_State *L, bool is_given) {
  if (!is_given) return la_object_new(L, &la_image_type, sizeof(la_image));
  lua_pushvalue(L, 2);
  return lua_touserdata(L, 2);
}

int la_image_snapshot(lua_State *L, la_box *box) {
  const la_image *given = lua_isnoneornil(L, 2) ? NULL : la_image_check(L, 2);
  expect_images(L, box);
  if (box->is_broken) return luaL_error(L, "the sandbox is broken: there is nothing to keep of it");
  la_image *last = push_last(L, box);
  if (last != NULL && last->state == box->state) {
    if (given != last) last->uses++;
    return 1;
  }
  la_image *image = push_image(L, given != NULL && given->uses <= 1);
  if (!box->backend->take(box, image, last)) la_status_check(L, ASTAR_NO_MEMORY);
  image->box = box;
  image->state = box->state;
  image->uses = 1;
  image_set_last(L, -1);
  return 1;
}

bool la_image_is_now(lua_State *L, const la_box *box) {
  const la_image *image = la_image_check(L, 2), *last = push_last(L, box);
  lua_pop(L, 1);
  return image == last && image->state == box->state && box->is_open && !box->is_broken;
}

void la_image_restore(lua_State *L, la_box *box) {
  expect_images(L, box);
  const la_image *image = la_image_check(L, 2), *last = push_last(L, box);
  bool done = box->backend->put_back(box, image, last);
  lua_pop(L, 1);
  if (!done) la_status_check(L, ASTAR_NO_MEMORY);
}

void la_image_restored(lua_State *L, const la_box *box) {
  la_image *image = la_image_check(L, 2);
  if (image->box != box) return;    /* it may be what another box was last */
  image->state = box->state;
  image_set_last(L, 2);
}

static const uint8_t *image_bytes(const la_image *image, size_t at) {
  return la_block_bytes(image->from, image->blocks[at / SHEET]) + at % SHEET;
}

/* image:hash() -> 16 digits: the same on every machine for the same state */
static int image_hash(lua_State *L) {
  const la_image *image = la_image_check(L, 1);
  uint64_t hash = 0xcbf29ce484222325u ^ image->pages;
  for (size_t at = 0; at < image->size; at += 8) {
    const uint8_t *bytes = image_bytes(image, at);
    uint64_t word = 0;
    for (size_t i = 0; i < 8; i++) word |= (uint64_t)bytes[i] << 8 * i;
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

/* A block of an image; beyond its end, one of zeros. */
static const uint8_t *image_block(const la_image *image, size_t number) {
  size_t at = number * BLOCK;
  return at < image->size ? image_bytes(image, at) : nothing;
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
    for (; at < end; at++)
      luaL_addlstring(&buffer, (const char *)image_block(image, at), BLOCK);
  }
  luaL_pushresult(&buffer);
  return 1;
}

static size_t take_word_of(const char *text) {
  size_t word = 0;
  for (int i = 0; i < 4; i++) word |= (size_t)(uint8_t)text[i] << 8 * i;
  return word;
}

/* Puts the runs into `size` bytes; false: they make no sense. */
static bool put_runs(uint8_t *bytes, size_t size, const char *text, size_t length) {
  size_t blocks = size / BLOCK, next = 0;
  while (length >= 8) {
    size_t first = take_word_of(text), count = take_word_of(text + 4);
    text += 8;
    length -= 8;
    if (first < next || first >= blocks || count == 0 || count > blocks - first) return false;
    if (count * BLOCK > length) return false;
    memcpy(bytes + first * BLOCK, text, count * BLOCK);
    text += count * BLOCK;
    length -= count * BLOCK;
    next = first + count;
  }
  return length == 0;
}

/* `size` bytes, which are those of `base` but for the runs. */
static bool fill_changed(lua_State *L, la_image *image, const la_image *base, size_t size,
                         const char *runs, size_t length) {
  size_t whole = size > base->size ? size : base->size;
  uint8_t *bytes = calloc(whole, 1);
  if (bytes == NULL) la_status_check(L, ASTAR_NO_MEMORY);
  la_image_write(base, bytes, NULL, nothing_known);
  bool makes_sense = put_runs(bytes, size, runs, length);
  bool done = !makes_sense || la_image_fill(image, bytes, size, base, nothing_known);
  free(bytes);
  if (!done) la_status_check(L, ASTAR_NO_MEMORY);
  return makes_sense;
}

/* base:changed(text [, most]) -> image, or nil: the text is none, or of more than `most` bytes */
static int image_changed(lua_State *L) {
  const la_image *base = la_image_check(L, 1);
  const double all = (double)MOST_PAGES * LA_MACHINE_PAGE;
  double most = lua_isnoneornil(L, 3) ? all : la_number(la_arg(L, 3, "most"), 0, HUGE_VAL);
  size_t length;
  la_check_type(L, 2, LUA_TSTRING);
  const char *text = lua_tolstring(L, 2, &length);
  size_t pages = length >= HEAD ? take_word_of(text) : 0;
  /* The guest's stack, no part of it. */
  size_t below = (size_t)base->pages * LA_MACHINE_PAGE - base->size;
  if (pages == 0 || pages > MOST_PAGES || pages * LA_MACHINE_PAGE <= below) return 0;
  if ((double)pages * LA_MACHINE_PAGE > most) return 0;
  if (take_word_of(text + 4) != base->stack_pointer) return 0;
  if (take_word_of(text + 8) != base->words) return 0;
  size_t size = pages * LA_MACHINE_PAGE - below;
  la_image *image = la_object_new(L, &la_image_type, sizeof *image);
  image->pages = (uint32_t)pages;
  image->stack_pointer = base->stack_pointer;
  image->words = base->words;
  return fill_changed(L, image, base, size, text + HEAD, length - HEAD) ? 1 : 0;
}

static int image_size(lua_State *L) {
  lua_pushinteger(L, (lua_Integer)la_image_check(L, 1)->size);
  return 1;
}

static int image_copied(lua_State *L) {
  lua_pushinteger(L, (lua_Integer)la_image_check(L, 1)->copied);
  return 1;
}

static int image_gc(lua_State *L) {
  la_image *image = la_object_test(L, 1, &la_image_type);
  if (image == NULL) return 0;
  image_clear(image);
  return 0;
}

/* Whether a box has returned it more than once: it must not be overwritten then. */
static int image_is_shared(lua_State *L) {
  lua_pushboolean(L, la_image_check(L, 1)->uses > 1);
  return 1;
}

const luaL_Reg la_image_methods[] = {
  { "hash", image_hash }, { "difference", image_difference }, { "changed", image_changed },
  { "__gc", image_gc },
  { NULL, NULL }
};

const la_field la_image_fields[] = {
  { "bytes", image_size, NULL }, { "copied", image_copied, NULL },
  { "_shared", image_is_shared, NULL }, { NULL, NULL, NULL }
};

const la_type la_image_type = { .name = "image" };
