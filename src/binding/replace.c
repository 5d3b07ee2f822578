/*
** What lua/astar/files.lua needs of the disk to write a file all at once: where the file lies, a
** new file beside it, and the step in which that one takes its place. Links are followed on POSIX
** only. Windows replaces a link by the file.
*/
#include "posix.h"

#include "file.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LONGEST_PLACE = 4096, MOST_BESIDE = 1000 };

/* ---- the folder of a file ------------------------------------------------------------------ */

#if HAS_POSIX || defined(_WIN32)

/* Both texts have LONGEST_PLACE bytes. */
static void folder_of(const char *path, const char *separators, char *folder) {
  size_t length = strlen(path);
  while (length > 0 && strchr(separators, path[length - 1]) == NULL) length--;
  if (length == 0) {
    strcpy(folder, ".");
    return;
  }
  if (length > 1 && path[length - 1] != ':') length--;     /* the slash, but for that of the root */
  memcpy(folder, path, length);
  folder[length] = 0;
}

#endif

#if HAS_POSIX

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- where a file lies --------------------------------------------------------------------- */

static bool is_below(const char *path, const char *folder) {
  size_t length = strlen(folder);
  return strncmp(path, folder, length) == 0 && (path[length] == '/' || path[length] == 0);
}

/* Do the names in a folder stand for what processes have open? Nothing can take their places. */
static bool is_of_processes(const char *folder) {
  char *real = realpath(folder, NULL);
  bool found = real != NULL && (is_below(real, "/proc") || is_below(real, "/dev/fd"));
  free(real);
  return found;
}

/* Puts what a link leads to in place of its path. 1: done; 0: it is no link; -1: errno. */
static int follow_link(char *path) {
  char target[LONGEST_PLACE];
  ssize_t length = readlink(path, target, sizeof target);
  if (length < 0) return errno == EINVAL || errno == ENOENT ? 0 : -1;
  char *slash = strrchr(path, '/');
  size_t kept = slash == NULL || target[0] == '/' ? 0 : (size_t)(slash - path) + 1;
  if (kept + (size_t)length >= LONGEST_PLACE) {
    errno = ENAMETOOLONG;
    return -1;
  }
  memcpy(path + kept, target, (size_t)length);
  path[kept + (size_t)length] = 0;
  return 1;
}

static bool may_access(const char *path, int rights) {
  return faccessat(AT_FDCWD, path, rights, AT_EACCESS) == 0;
}

/* 1: `path` is that of the file, behind all links; 0: it has to be written directly; -1: errno. */
static int find_behind_links(char *path, char *folder) {
  enum { MOST_LINKS = 40 };
  int followed = 1;
  for (int links = 0; followed > 0; links++) {
    if (links > MOST_LINKS) errno = ELOOP;
    if (links > MOST_LINKS) return -1;
    folder_of(path, "/", folder);
    if (is_of_processes(folder)) return 0;
    followed = follow_link(path);
  }
  return followed < 0 ? -1 : 1;
}

/* As above. -1 as well where the file cannot be written, as far as that can be told before. */
static int find_place(char *path) {
  struct stat status;
  char folder[LONGEST_PLACE];
  bool is_there = stat(path, &status) == 0;
  if (!is_there && errno != ENOENT) return -1;
  if (is_there && S_ISDIR(status.st_mode)) errno = EISDIR;
  if (is_there && (S_ISDIR(status.st_mode) || !may_access(path, W_OK))) return -1;
  if (is_there && !S_ISREG(status.st_mode)) return 0;
  int found = find_behind_links(path, folder);
  return found > 0 && !may_access(folder, W_OK | X_OK) ? -1 : found;
}

static const char *place_error(void) { return strerror(errno); }

/* ---- a file beside it ---------------------------------------------------------------------- */

/* Gives a new file the owner and rights of the old one: those of a group only with the group. */
static void take_over(int file, const struct stat *old) {
  bool is_kept = fchown(file, old->st_uid, old->st_gid) == 0
    || fchown(file, (uid_t)-1, old->st_gid) == 0;
  fchmod(file, old->st_mode & (is_kept ? 0777 : 0707));
}

/* Makes a file that is not there yet. NULL, or what has failed. */
static const char *make_beside(const char *name, const char *path, bool *is_taken) {
  struct stat old;
  bool is_there = stat(path, &old) == 0;
  int file = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, is_there ? 0600 : 0666);
  *is_taken = file < 0 && errno == EEXIST;
  if (file < 0) return strerror(errno);
  if (is_there) take_over(file, &old);
  close(file);
  return NULL;
}

/* ---- replacing ----------------------------------------------------------------------------- */

/* Gives a file the name of another one, which is gone then. NULL, or what has failed. */
static const char *file_move(const char *from, const char *to) {
  return rename(from, to) == 0 ? NULL : strerror(errno);
}

#elif defined(_WIN32)

#include "windows_api.h"

/* ---- where a file lies --------------------------------------------------------------------- */

static bool is_windows_device(const char *path) {
  HANDLE file = CreateFileA(path, GENERIC_READ, FILE_SHARE_READ | FILE_SHARE_WRITE, NULL,
                            OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS, NULL);
  bool is_device = file != INVALID_HANDLE_VALUE && GetFileType(file) != FILE_TYPE_DISK;
  if (file != INVALID_HANDLE_VALUE) CloseHandle(file);
  return is_device;
}

/* As above, but for links. */
static int find_place(char *path) {
  char folder[LONGEST_PLACE];
  if (is_windows_device(path)) return 0;
  folder_of(path, "/\\:", folder);
  if (GetFileAttributesA(folder) == INVALID_FILE_ATTRIBUTES) return -1;
  DWORD file = GetFileAttributesA(path);
  bool is_closed = file != INVALID_FILE_ATTRIBUTES
    && (file & (FILE_ATTRIBUTE_DIRECTORY | FILE_ATTRIBUTE_READONLY)) != 0;
  if (is_closed) SetLastError(ERROR_ACCESS_DENIED);
  return is_closed ? -1 : 1;
}

static const char *place_error(void) { return la_windows_error(); }

/* ---- a file beside it ---------------------------------------------------------------------- */

static const char *make_beside(const char *name, const char *path, bool *is_taken) {
  (void)path;
  HANDLE file = CreateFileA(name, GENERIC_WRITE, 0, NULL, CREATE_NEW, FILE_ATTRIBUTE_NORMAL, NULL);
  DWORD problem = file == INVALID_HANDLE_VALUE ? GetLastError() : 0;
  *is_taken = problem == ERROR_FILE_EXISTS || problem == ERROR_ALREADY_EXISTS;
  if (file == INVALID_HANDLE_VALUE) return la_windows_error();
  CloseHandle(file);
  return NULL;
}

/* ---- replacing ----------------------------------------------------------------------------- */

/* rename() of Windows refuses a name that is taken. */
static const char *file_move(const char *from, const char *to) {
  DWORD how = MOVEFILE_REPLACE_EXISTING | MOVEFILE_WRITE_THROUGH;
  return MoveFileExA(from, to, how) ? NULL : la_windows_error();
}

#else

static int find_place(char *path) {
  (void)path;
  return 1;
}

static const char *place_error(void) { return strerror(errno); }

static const char *make_beside(const char *name, const char *path, bool *is_taken) {
  (void)path;
  FILE *file = fopen(name, "rb");
  *is_taken = file != NULL;
  if (file == NULL) file = fopen(name, "wb");
  if (file == NULL) return strerror(errno);
  fclose(file);
  return *is_taken ? "it is taken" : NULL;
}

static const char *file_move(const char *from, const char *to) {
  return rename(from, to) == 0 ? NULL : strerror(errno);
}

#endif

/* ---- functions of the module --------------------------------------------------------------- */

static int push_failure(lua_State *L, const char *why) {
  lua_pushnil(L);
  lua_pushstring(L, why);
  return 2;
}

/*
** core.written_place(name): the path of the file that is to be replaced, behind all links; false:
** what has the name is no file on a disk, and has to be written directly; or nil and why nothing
** can be written there, as far as that can be told without writing.
*/
int la_written_place(lua_State *L) {
  size_t length;
  const char *name = luaL_checklstring(L, 1, &length);
  char path[LONGEST_PLACE];
  if (length >= sizeof path) return push_failure(L, strerror(ENAMETOOLONG));
  if (length == 0) return push_failure(L, strerror(ENOENT));
  strcpy(path, name);
  int found = find_place(path);
  if (found < 0) return push_failure(L, place_error());
  if (found > 0) lua_pushstring(L, path);
  else lua_pushboolean(L, 0);
  return 1;
}

/*
** core.file_beside(path): makes an empty file in the same folder, with the rights of the file that
** is there, and returns its name, which nothing had: that of the file, with ".part" behind it, or
** ".part1" and so on; or nil and what has failed.
*/
int la_file_beside(lua_State *L) {
  const char *path = luaL_checkstring(L, 1), *why = NULL;
  bool is_taken = true;
  for (int number = 0; is_taken && number < MOST_BESIDE; number++) {
    lua_settop(L, 1);
    if (number == 0) lua_pushfstring(L, "%s.part", path);
    else lua_pushfstring(L, "%s.part%d", path, number);
    why = make_beside(lua_tostring(L, 2), path, &is_taken);
  }
  return why == NULL ? 1 : push_failure(L, why);
}

/* core.replace_file(from, to): gives a file the name `to`, in place of a file that has it: true; or
** nil and what has failed, and both are as they were. */
int la_replace_file(lua_State *L) {
  const char *failed = file_move(luaL_checkstring(L, 1), luaL_checkstring(L, 2));
  if (failed != NULL) return push_failure(L, failed);
  lua_pushboolean(L, 1);
  return 1;
}
