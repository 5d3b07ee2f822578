/*
** What is between a host and a mod's state, the same for both sandboxes: a `la_backend` is what a
** sandbox can do, a `la_box` is one state in it. box.c is all that knows the host's Lua; above it
** nothing knows which sandbox it is.
**
** A call goes like this: the arguments are marshalled into a buffer; `run` brings them into the
** state, runs the task, and brings the results back into the buffer. Meanwhile the state may ask
** the host: `answer` reads the question from the buffer and leaves the answer there.
*/
#ifndef ASTAR_SANDBOX_BOX_H
#define ASTAR_SANDBOX_BOX_H

#include "../binding/object.h"
#include "mod_state.h"

typedef struct la_box la_box;
typedef struct la_image la_image;   /* machine_image.h */

/* Slots of a box's keep. */
enum { LA_KEEP_HOST = 1, LA_KEEP_ENCODE, LA_KEEP_DECODE, LA_KEEP_SERVE, LA_KEEP_IMAGE };

/* What a state may use up. */
typedef struct la_limits {
  double memory;                    /* bytes */
  double instructions;              /* of each call */
} la_limits;

typedef struct la_backend {
  const char *name;                 /* as sandbox.kind has it */
  size_t size;                      /* of its boxes, which begin with a la_box */
  /*
  ** Makes the state, with what an image has in it if there is one; false: no memory. Raises an
  ** error where there is no such sandbox here.
  */
  bool (*open)(lua_State *L, la_box *box, const la_limits *limits, const la_image *image);
  void (*close)(la_box *box);
  /* Runs a task; true: the results are in the buffer. False: see `report` and `kind`. */
  bool (*run)(la_box *box, la_task task);
  const char *(*kind)(const la_box *box);
  const la_error_report *(*report)(const la_box *box);
  /* The instructions of each call from now on; takes some from the call that asks the host. */
  void (*allow)(la_box *box, int64_t instructions);
  void (*charge)(la_box *box, int64_t instructions);
  /* What the last call has used; the bytes in use. */
  int64_t (*used)(const la_box *box);
  size_t (*bytes)(la_box *box);
  /* See box:_weigh, box:collect; `order` is one of lua_gc's. */
  void (*weigh)(la_box *box, bool is_weighed);
  void (*collect)(la_box *box, int order);
  /* Images; NULL where there are none. False: no memory, or it is of a larger state. `last`: the
  ** image of the box that was taken or put back last, or NULL. */
  bool (*take)(la_box *box, la_image *image, const la_image *last);
  bool (*put_back)(la_box *box, const la_image *image, const la_image *last);
  /* The bytes of the state themselves, until the next call. */
  const uint8_t *(*view)(const la_box *box, size_t *size);
} la_backend;

struct la_box {
  const la_backend *backend;
  la_limits limits;                 /* with which it was opened */
  int64_t allowed;                  /* the instructions of each call, see box:allow */
  bool is_open;
  uint64_t state;                   /* counts what may have changed what is in it */
  bool is_broken;                   /* a call ended such that nothing can be run here any more */
  bool host_failed;                 /* in this call the host had no memory */
  bool lacks_stack;                 /* in this call the thread's stack had too little room */
  lua_State *host;                  /* the host's coroutine that is in a call; NULL: none is */
  la_marshal marshal;
  const char *source, *name;        /* what is to be loaded in this call, and what it is called */
  size_t length;
  /* Has the host answer what is in the buffer: see la_mod_host. */
  int (*answer)(la_box *box);
};

extern const la_backend la_stock_backend;
#ifdef LA_HAS_VAULT
extern const la_backend la_vault_backend, la_bounds_backend;
int la_vault_push_library(lua_State *L);
/* The same on machines whose vaults do the same. */
extern const char *const la_vault_identity;
#endif

extern const la_type la_box_type;
extern const luaL_Reg la_box_methods[];
extern const la_field la_box_fields[];

/* core.sandbox */
int la_box_new(lua_State *L);
/*
** Sets in the table on top core.sandboxes: the names of those that there are, the one first that
** is the default; and what the vault has beside them.
*/
void la_box_add(lua_State *L);

#endif
