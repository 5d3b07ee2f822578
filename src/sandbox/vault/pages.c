/*
** Pages that the system notes: userfaultfd with write protection that needs no answer, and a scan
** of a process's own page map; see userfaultfd.rst and pagemap.rst in admin-guide/mm of the
** kernel's documentation. The numbers below never change, but older headers do not have them all.
*/
#include "system.h"

#include "pages.h"

#include <stdlib.h>
#include <string.h>

#include "addresses.h"
#include "sizes.h"

void pages_free(Pages *pages) {
  free(pages->written);
  memset(pages, 0, sizeof *pages);
}

#if LA_GUARD_PAGES

#include <fcntl.h>
#include <stdatomic.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { SHEET = LA_MACHINE_BLOCK, REGIONS = 128 };

/* ---- the system's interface ------------------------------------------------------------------ */

typedef struct FaultApi {
  uint64_t api, features, ioctls;
} FaultApi;

typedef struct FaultRegister {
  uint64_t start, size, mode, ioctls;
} FaultRegister;

typedef struct FaultProtect {
  uint64_t start, size, mode;
} FaultProtect;

/* Pages from `start` to before `end`. */
typedef struct Region {
  uint64_t start, end, categories;
} Region;

typedef struct Scan {
  uint64_t size, flags, start, end, walk_end, regions, region_count, most_pages;
  uint64_t inverted, all_of, any_of, returned;
} Scan;

#define FAULT_API _IOWR(0xaa, 0x3f, FaultApi)
#define FAULT_REGISTER _IOWR(0xaa, 0x00, FaultRegister)
#define FAULT_PROTECT _IOWR(0xaa, 0x06, FaultProtect)
#define PAGEMAP_SCAN_ _IOWR('f', 16, Scan)

enum { FAULT_VERSION = 0xaa, FAULT_USER_ONLY = 1, FAULT_NEEDS_NO_ANSWER = 1 << 15,
       FAULT_OF_WRITES = 1 << 1 };
enum { SCAN_PROTECTS = 1, SCAN_CHECKS = 2, SCAN_WRITTEN = 1 << 1 };

/* ---- for the whole process ------------------------------------------------------------------- */

/* Files that stay open as long as the process lives. */
static struct {
  atomic_int begun;                 /* 0: not; 1: a thread is at it; 2: they are there, or not */
  int faults, map;
  long process;                     /* 0: this system cannot note what is written */
} notes;

static bool open_faults(void) {
#ifdef SYS_userfaultfd
  FaultApi api = { .api = FAULT_VERSION, .features = FAULT_NEEDS_NO_ANSWER };
  notes.faults = (int)syscall(SYS_userfaultfd, O_CLOEXEC | O_NONBLOCK | FAULT_USER_ONLY);
  if (notes.faults < 0) return false;
  bool has_api = ioctl(notes.faults, FAULT_API, &api) == 0;
  if (has_api && api.features & FAULT_NEEDS_NO_ANSWER) return true;
  close(notes.faults);
#endif
  return false;
}

static void notes_begin(void) {
  int none = 0;
  if (atomic_compare_exchange_strong(&notes.begun, &none, 1)) {
    notes.map = open("/proc/self/pagemap", O_RDONLY | O_CLOEXEC);
    if (notes.map >= 0 && open_faults()) notes.process = (long)getpid();
    else if (notes.map >= 0) close(notes.map);
    atomic_store(&notes.begun, 2);
  }
  while (atomic_load(&notes.begun) == 1) { }
}

/* ---- of one memory --------------------------------------------------------------------------- */

/* The files of a process that this one was forked from speak of that one's memory. */
void pages_register(Pages *pages, uint8_t *first, size_t size) {
  FaultRegister it = { (uintptr_t)first, size, FAULT_OF_WRITES, 0 };
  notes_begin();
  pages->is_registered = true;
  if (notes.process == 0 || notes.process != (long)getpid()) return;
  if (ioctl(notes.faults, FAULT_REGISTER, &it) == 0) pages->process = notes.process;
}

static bool pages_reserve(Pages *pages, size_t count) {
  if (count <= pages->room) return true;
  uint8_t *written = realloc(pages->written, count);
  if (written == NULL) return false;
  pages->written = written;
  pages->room = count;
  return true;
}

/* The blocks of these regions may have been written. */
static void pages_note(const Pages *pages, const uint8_t *first, const Region *regions, int count) {
  for (int i = 0; i < count; i++) {
    size_t from = (size_t)(regions[i].start - (uintptr_t)first) / SHEET;
    size_t blocks = (size_t)(regions[i].end - regions[i].start) / SHEET;
    memset(pages->written + from, 1, blocks);
  }
}

bool pages_read(Pages *pages, const uint8_t *first, size_t size, bool again) {
  Region regions[REGIONS];
  uint64_t at = (uintptr_t)first, end = at + size;
  bool is_known = pages->process != 0 && pages->process == (long)getpid();
  pages->count = 0;
  if (!is_known || !pages_reserve(pages, size / SHEET)) return false;
  memset(pages->written, 0, size / SHEET);
  while (at < end) {
    Scan scan = { .size = sizeof scan, .flags = SCAN_CHECKS | (again ? SCAN_PROTECTS : 0),
                  .start = at, .end = end, .regions = (uintptr_t)regions,
                  .region_count = REGIONS, .all_of = SCAN_WRITTEN, .returned = SCAN_WRITTEN };
    int count = ioctl(notes.map, PAGEMAP_SCAN_, &scan);
    if (count < 0 || scan.walk_end <= at) return false;
    pages_note(pages, first, regions, count);
    at = scan.walk_end;
  }
  pages->count = size / SHEET;
  return true;
}

void pages_open(const Pages *pages, const uint8_t *first, size_t size) {
  FaultProtect it = { (uintptr_t)first, size, 0 };
  bool is_known = pages->process != 0 && pages->process == (long)getpid();
  if (is_known) ioctl(notes.faults, FAULT_PROTECT, &it);         /* else each page costs a fault */
}

#else

void pages_register(Pages *pages, uint8_t *first, size_t size) {
  (void)pages, (void)first, (void)size;
}

bool pages_read(Pages *pages, const uint8_t *first, size_t size, bool again) {
  (void)first, (void)size, (void)again;
  pages->count = 0;
  return false;
}

void pages_open(const Pages *pages, const uint8_t *first, size_t size) {
  (void)pages, (void)first, (void)size;
}

#endif
