/*
** Sandboxes for mods: a box is a Lua state of its own, in which a mod runs and from which no
** reference leads to the host's state.
**
** Two states share one C stack here. The most important rule is that no error of one state may
** unwind frames of the other. So values cross in a buffer that belongs to neither (see wire.c): one
** state writes it while only its own frames are on top, and the other reads it within a protected
** call of its own. The host calls the mod and the mod calls the host, but the host does not call
** the mod again from there.
*/
#ifndef ASTAR_BINDING_SANDBOX_H
#define ASTAR_BINDING_SANDBOX_H

#include <stdbool.h>

#include "../binding/compat.h"
#include "../binding/keys.h"
#include "../binding/object.h"

/* ---- wire.c ---------------------------------------------------------------------------------- */

typedef struct la_wire {
  lua_Alloc allocate;               /* the host's */
  void *user;
  bool failed;                      /* the host had no memory */
  uint8_t *bytes;
  size_t size, room, at;            /* written; reserved; read so far */
  size_t weight;                    /* about what the values take up where they arrive */
  size_t sorted;                    /* keys that were put in order */
  const char *hidden;               /* bytes of a key that does not cross: names.c */
  unsigned uses;                    /* counts its uses, so that a writer notices another one */
} la_wire;

enum { LA_WIRE_MOST = 1 << 20, LA_WIRE_DEEPEST = 32 };

void la_wire_begin(la_wire *wire);
void la_wire_free(la_wire *wire);
/*
** Appends the values from stack index `from` to the top. Raises what cannot cross. `encoder`: the
** index of a function that is asked for kind and id of what has a metatable, or of nil.
*/
void la_wire_write(lua_State *L, la_wire *wire, int from, int encoder);
/* The instructions that it is worth to write what is in the buffer, and to read it. */
double la_wire_cost(const la_wire *wire);
/* Pushes all values, and returns how many there are; `decoder(kind, id)` makes the objects. */
int la_wire_read(lua_State *L, la_wire *wire, int decoder);
/* Replaces what is in the buffer by one string; where there is no memory, by nothing. */
void la_wire_set_string(la_wire *wire, const char *text, size_t length);

/* ---- account.c ------------------------------------------------------------------------------- */

typedef enum la_end { LA_GOES_ON, LA_NO_INSTRUCTIONS, LA_NO_MEMORY, LA_NO_TIME } la_end;

/* How a call ended, in memory that is there whatever else is not. */
typedef struct la_report {
  bool taken;
  char message[1024], where[256], traceback[3072];
} la_report;

/* The names of the sandbox's own files, by their hashes. */
typedef struct la_trusted {
  int count;
  uint64_t hashes[256];
} la_trusted;

/* What has been used of an account's seconds. Places in time are by the wall's clock. */
typedef struct la_times {
  bool is_kept;                     /* the host renews the seconds; else each call does */
  double earning;                   /* instructions by which all is earned; 0: it is there */
  double worked, spent;             /* instructions in calls before; seconds up to `since` */
  double since, look_at;            /* noted so far; when to look next */
  bool has_asked;                   /* the thread's time was asked, first at `wall_at`: */
  double wall_at, thread_at;
  double returned;                  /* seconds that were given back since then */
  double hosted;                    /* instructions that the host's work was worth in this call */
  int64_t left;                     /* instructions left as the host began to work */
} la_times;

typedef struct la_account {
  lua_Alloc allocate;               /* the host's */
  void *user;
  size_t bytes, limit;              /* with all garbage */
  size_t beside;                    /* bytes of this call that are free for the most part */
  bool is_free;                     /* what is allocated now is not charged */
  bool is_weighed;                  /* at the end of a call: is more in use than may be? */
  size_t refused;                   /* the size that was refused last, if nothing was given since */
  bool host_failed;                 /* it was the host that had no memory */
  bool knows_places;                /* see library.c */
  bool raised_in_hook;              /* an error passes that the hook has raised */
  bool takes_from_host;             /* strings are the host's, and may be longer */
  bool own_allocator;               /* the state takes ours; not every LuaJIT does */
  int64_t allowance;                /* instructions of each call */
  int64_t begun, left;              /* those with which this call began; still left */
  int64_t look_below;               /* at so many left, a charge has a look at the clock */
  double seconds;                   /* that calls may take until they are renewed */
  la_times times;
  double message;                   /* instructions that the text of an error may take */
  la_end end;                       /* why this call is over, whatever the mod does about it */
  const char *call_name;            /* see names.c */
  bool has_deep_stack;              /* some coroutine's stack is, or was: see account.c */
  bool is_late;                     /* its seconds were used up when the call began */
  bool watches;                     /* calls and returns, since a quantum began after that */
  lua_State *running;               /* the coroutine that has the processor */
  la_trusted trusted;
  la_report report;
} la_account;

/* A new state whose memory is counted, or NULL. */
lua_State *la_account_open(la_account *account, size_t limit);
/* Ties the state to its account; allocates. */
void la_account_bind(lua_State *L, la_account *account);
/* The account of any coroutine of a box. */
la_account *la_account_of(lua_State *L);
size_t la_account_bytes(la_account *account, lua_State *L);
/* Begins a call: the allowance is whole, and the hook counts. */
void la_account_begin(la_account *account, lua_State *L);
/* Ends it. What took up all the memory is collected, lest the next call fails for it. */
void la_account_rest(la_account *account, lua_State *L);
/* A coroutine is about to run, or has the processor back. */
void la_account_enter(la_account *account, lua_State *L);
/* Takes from the allowance what C does without executing instructions; raises when it is spent. */
void la_account_charge(lua_State *L, double instructions);
/* The same for work that is worth so many bytes, but depends on how a table came to be. */
void la_account_charge_beside(lua_State *L, size_t bytes);
/* The end of a call: is more in use than may be? */
void la_account_weigh(lua_State *L);
/* Raises the end of the call, if it has come. `L` is what runs. */
void la_account_check(lua_State *L);
/* Ends the call for good and raises it. */
int la_account_finish(lua_State *L, la_end end);

/* ---- seconds.c ------------------------------------------------------------------------------- */

/* By the wall's clock. */
double la_seconds_now(void);
/* The seconds are whole again, and earned by so many instructions; 0: all are there at once. */
void la_seconds_renew(la_account *account, double instructions);
/* A call begins, ends. False: there is nothing left of the seconds. */
bool la_seconds_begin(la_account *account);
void la_seconds_end(la_account *account);
bool la_seconds_are_over(la_account *account, double now);
/* The host works: meanwhile no seconds are used, and none are earned. */
void la_seconds_pause(la_account *account);
void la_seconds_resume(la_account *account);

/* ---- report.c -------------------------------------------------------------------------------- */

/* Marks a file as the sandbox's own, whose functions reports leave out. False: too many. */
bool la_report_trust(la_trusted *trusted, const lua_Debug *ar);
/* Notes the error at `index`, and where the coroutine is. Both allocate nothing. */
void la_report_take(lua_State *L, la_account *account, int index);
void la_report_walk(lua_State *L, const la_trusted *trusted, la_report *report);
/* Is it a line of the mod's own? Of a level with "Sl". */
bool la_report_is_mods(const la_trusted *trusted, const lua_Debug *ar);
void la_report_set(la_report *report, const char *message);
/* Pushes the table that a failed call returns. */
void la_report_push(lua_State *L, const la_report *report, const char *kind);
/* Takes the place out of a message like "file:3: unexpected symbol". */
void la_report_place(la_report *report);

/* ---- probe.c --------------------------------------------------------------------------------- */

/* Raises an error where this Lua has a mistake that sandboxes have no remedy for. */
void la_probe_check(lua_State *L);
/* core.mistakes */
int la_probe_mistakes(lua_State *L);

/* ---- pace.c ---------------------------------------------------------------------------------- */

/* core.pace */
int la_pace(lua_State *L);

/* ---- source.c -------------------------------------------------------------------------------- */

/* What the text of a file asks for. Steps are of a few nanoseconds each. */
typedef struct la_source {
  const char *problem;              /* why it is refused; NULL: it is not */
  int line;                         /* of the problem */
  double work;                      /* steps of the compiler beyond those for each byte */
  double message;                   /* steps to the text of an error, at most */
} la_source;

void la_source_read(la_source *source, const char *text, size_t length);

/* ---- names.c --------------------------------------------------------------------------------- */

/*
** Takes the names of metamethods away that mods must not have. Into the table on top goes what
** trusted code needs instead: `weak(mode)`, which makes weak tables, and `call_name`, in place of
** "__call"; its bytes are returned. The state must be new: see names.c. NULL: they could
** not be taken.
*/
const char *la_names_take(lua_State *L);
/* Are they? In a Lua that is made otherwise they might not be. Runs the collector. */
bool la_names_taken(lua_State *L);

/* ---- library.c ------------------------------------------------------------------------------- */

/* Its address is the key in a metatable by which what is read-only leads to its contents. */
extern const char la_contents_key;

/* The functions in C that library.lua is made of, set in the table on top. */
void la_library_add(lua_State *L);
/* ---- tables.c -------------------------------------------------------------------------------- */

/* Places that a table has, taken or not, about; 0 where this Lua is not known to tell. */
size_t la_places_of(lua_State *L, int index);
bool la_places_are_known(lua_State *L);
/*
** The border of the table that is found by doubling a place until there is nothing, and halving
** what lies between: it depends on what is in the table, not on how it came to be. Is paid for.
*/
int64_t la_border_of(lua_State *L, int index);

/* ---- lengths.c ------------------------------------------------------------------------------- */

/* luaL_loadbufferx of text in which `#` is an operator of ours. */
int la_lengths_load(lua_State *L, const char *text, size_t length, const char *name);
/* Sets that operator, and what else has to do with lengths in the table on top. */
void la_lengths_add(lua_State *L);

/* ---- sandbox.c ------------------------------------------------------------------------------- */

extern const la_type la_box_type;
extern const luaL_Reg la_box_methods[];

/* core.sandbox */
int la_box_new(lua_State *L);

/*
** core.same(a, b, strict), see plain.c: has `b` what its copy `a` has? What is not plain in it
** counts if `strict`. In a mod's state it is paid for.
*/
int la_plain_same(lua_State *L);
int la_plain_same_inside(lua_State *L);
/*
** core.holds_more(t, most, depth): are there more than `most` values in the plain table, and in
** tables in it, `depth` deep? What it looks at does not depend on the order of keys.
*/
int la_plain_holds_more(lua_State *L);
int la_plain_holds_more_inside(lua_State *L);

#endif
