/*
** What lua/astar/files.lua needs of the disk to read files, beyond Lua's own library.
**
** Files are read from a folder that somebody else has filled. Only regular files that lie in that
** folder and are not too long are read, and opening one never waits. A pipe, a device, and a link
** that leads out of the folder are refused. That holds on POSIX and on Windows; where there is
** neither, nothing tells a link or a device from a file.
*/
#include "posix.h"

#include "file.h"

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "args.h"
#include "result.h"

#if HAS_POSIX || defined(_WIN32)

enum { MOST_LISTED = 1 << 17 };

/* Writes the line of an entry behind those that `text` has, unless it is of no kind, or there is no
** room: bytes written so far. */
static size_t list_entry(char *text, size_t length, char kind, const char *name) {
  size_t bytes = strlen(name) + 3;
  if (kind == 0 || bytes > MOST_LISTED - length) return length;
  text[length] = kind;
  text[length + 1] = ' ';
  memcpy(text + length + 2, name, bytes - 3);
  text[length + bytes - 1] = '\n';
  return length + bytes;
}

#endif

#if HAS_POSIX

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { YOUNG = 2 };                 /* seconds within which a file may change unnoticed */

static const char no_file[] = "it is no regular file";

/* ---- opening ------------------------------------------------------------------------------- */

/* Opens what is called so in an open folder, without following links; -1: `*why` says why not. */
static int open_part(int folder, const char *name, bool is_last, const char **why) {
  struct stat status;
  if (fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) != 0) {
    *why = strerror(errno);
    return -1;
  }
  if (is_last ? !S_ISREG(status.st_mode) : !S_ISDIR(status.st_mode)) {
    *why = no_file;
    return -1;
  }
  int flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC;
  int file = openat(folder, name, flags | (is_last ? 0 : O_DIRECTORY));
  if (file < 0) *why = strerror(errno);
  return file;
}

/* Goes down from an open folder, which it closes. `path` is cut into its parts. */
static int open_below(int folder, char *path, const char **why) {
  while (folder >= 0) {
    char *slash = strchr(path, '/');
    if (slash != NULL) *slash = 0;
    int next = open_part(folder, path, slash == NULL, why);
    close(folder);
    folder = next;
    if (slash == NULL) break;
    path = slash + 1;
  }
  return folder;
}

/*
** Both paths are free of links, and none is followed from here on. So a link that somebody puts
** into one of them meanwhile is refused, too.
*/
static int open_resolved(const char *root, char *path, const char **why) {
  size_t length = strcmp(root, "/") == 0 ? 0 : strlen(root);
  if (strncmp(root, path, length) != 0 || path[length] != '/') {
    *why = "it is a link that leads out of the folder";
    return -1;
  }
  int folder = open(root, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (folder < 0) *why = strerror(errno);
  return open_below(folder, path + length + 1, why);
}

/* Is it still a regular file, now that it is open? */
static int file_checked(int file, const char **why) {
  struct stat status;
  if (file < 0) return file;
  if (fstat(file, &status) == 0 && S_ISREG(status.st_mode)) return file;
  *why = no_file;
  close(file);
  return -1;
}

/* Bytes that a file has now; `most` where it has more. */
static size_t file_size(const char *path, size_t most) {
  struct stat status;
  if (stat(path, &status) != 0 || !S_ISREG(status.st_mode)) return 0;
  return (uintmax_t)status.st_size < most ? (size_t)status.st_size : most;
}

/* `path` is folder, slash and name. */
static int open_in(const char *folder, const char *path, const char **why) {
  char *root = realpath(folder, NULL), *resolved = root != NULL ? realpath(path, NULL) : NULL;
  int file = -1;
  if (resolved != NULL) file = file_checked(open_resolved(root, resolved, why), why);
  else *why = strerror(errno);
  free(resolved);
  free(root);
  return file;
}

/* Bytes read into `text`, `most` of them; -1: `*why`. */
static ptrdiff_t read_in(const char *folder, const char *path, char *text, size_t most,
                         const char **why) {
  int file = open_in(folder, path, why);
  size_t length = 0;
  ssize_t got = 1;
  if (file < 0) return -1;
  while (got > 0 && length < most) {
    got = read(file, text + length, most - length);
    if (got > 0) length += (size_t)got;
  }
  if (got < 0) *why = strerror(errno);
  close(file);
  return got < 0 ? -1 : (ptrdiff_t)length;
}

/*
** core.file_stamp(path): a text that is another one when the file has changed; nil: there is none;
** false: it has changed so lately that it could change again without another stamp.
*/
int la_file_stamp(lua_State *L) {
  struct stat status;
  char text[96];
  if (stat(luaL_checkstring(L, 1), &status) != 0) return la_push_nil(L);
  if (status.st_mtime > time(NULL) - YOUNG) {
    lua_pushboolean(L, 0);
    return 1;
  }
  snprintf(text, sizeof text, "%lld %lld %lld", (long long)status.st_size,
           (long long)status.st_mtime, (long long)status.st_ino);
  lua_pushstring(L, text);
  return 1;
}

/* ---- folders ------------------------------------------------------------------------------- */

/* 'f' for a regular file of an open folder, 'd' for a folder, 0 for all else, links among it. */
static char file_kind(int folder, const char *name) {
  struct stat status;
  if (name[0] == '.' || strchr(name, '\n') != NULL) return 0;
  if (fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) != 0) return 0;
  return S_ISREG(status.st_mode) ? 'f' : S_ISDIR(status.st_mode) ? 'd' : 0;
}

/*
** core.list_folder(path): its files and folders as lines "f NAME" and "d NAME", in any order; nil
** where it cannot be read. Links and names that begin with a dot are left out, and so is what is
** beyond MOST_LISTED bytes. The memory is there before the folder is open, which no error leaves
** open.
*/
int la_list_folder(lua_State *L) {
  const char *path = luaL_checkstring(L, 1);
  char *text = lua_newuserdata(L, MOST_LISTED);
  DIR *folder = opendir(path);
  if (folder == NULL) return la_push_nil(L);
  size_t length = 0;
  for (struct dirent *entry; (entry = readdir(folder)) != NULL;)
    length = list_entry(text, length, file_kind(dirfd(folder), entry->d_name), entry->d_name);
  closedir(folder);
  lua_pushlstring(L, text, length);
  return 1;
}

#elif defined(_WIN32)

#include "windows_api.h"

enum { LONGEST_PATH = 4096 };

const char *la_windows_error(void) {
  switch (GetLastError()) {
    case ERROR_FILE_NOT_FOUND:
    case ERROR_PATH_NOT_FOUND:
    case ERROR_INVALID_NAME: return "No such file or directory";
    case ERROR_ACCESS_DENIED:
    case ERROR_SHARING_VIOLATION: return "Permission denied";
    default: return "it cannot be opened";
  }
}

/* ---- opening ------------------------------------------------------------------------------- */

static HANDLE windows_open(const char *path) {
  DWORD others = FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE;
  return CreateFileA(path, GENERIC_READ, others, NULL, OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS,
                     NULL);
}

/* Where an open file or folder lies, behind all links. False: that is unknown. */
static bool windows_place(HANDLE file, WCHAR *text) {
  DWORD length = GetFinalPathNameByHandleW(file, text, LONGEST_PATH, FILE_NAME_NORMALIZED);
  return length > 0 && length < LONGEST_PATH;
}

static bool is_within(HANDLE file, const char *folder) {
  WCHAR root[LONGEST_PATH], place[LONGEST_PATH];
  HANDLE handle = windows_open(folder);
  if (handle == INVALID_HANDLE_VALUE) return false;
  bool known = windows_place(handle, root) && windows_place(file, place);
  CloseHandle(handle);
  if (!known) return false;
  size_t length = wcslen(root);
  if (root[length - 1] == '\\') length--;
  return wcsncmp(root, place, length) == 0 && place[length] == '\\';
}

/* NULL: it may be read. */
static const char *refusal_of(HANDLE file, const char *folder) {
  BY_HANDLE_FILE_INFORMATION about;
  if (GetFileType(file) != FILE_TYPE_DISK) return "it is no regular file";
  if (!GetFileInformationByHandle(file, &about)) return la_windows_error();
  if (about.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY) return "it is no regular file";
  return is_within(file, folder) ? NULL : "it is a link that leads out of the folder";
}

/* Bytes read into `text`, `most` of them; -1: `*why`. */
static ptrdiff_t read_in(const char *folder, const char *path, char *text, size_t most,
                         const char **why) {
  HANDLE file = windows_open(path);
  if (file == INVALID_HANDLE_VALUE) *why = la_windows_error();
  if (file == INVALID_HANDLE_VALUE) return -1;
  const char *refusal = refusal_of(file, folder);
  size_t length = 0;
  DWORD got = 1;
  while (refusal == NULL && got > 0 && length < most) {
    if (!ReadFile(file, text + length, (DWORD)(most - length), &got, NULL))
      refusal = "it cannot be read";
    else length += got;
  }
  CloseHandle(file);
  if (refusal != NULL) *why = refusal;
  return refusal != NULL ? -1 : (ptrdiff_t)length;
}

static size_t file_size(const char *path, size_t most) {
  (void)path;
  return most;
}

static long long windows_ticks(FILETIME time) {
  return (long long)time.dwHighDateTime << 32 | time.dwLowDateTime;
}

/* core.file_stamp(path): as above. */
int la_file_stamp(lua_State *L) {
  enum { TICKS_OF_SECOND = 10000000, YOUNG = 2 };
  WIN32_FILE_ATTRIBUTE_DATA about;
  FILETIME now;
  char text[96];
  if (!GetFileAttributesExA(luaL_checkstring(L, 1), GetFileExInfoStandard, &about))
    return la_push_nil(L);
  GetSystemTimeAsFileTime(&now);
  long long written = windows_ticks(about.ftLastWriteTime);
  if (written > windows_ticks(now) - (long long)YOUNG * TICKS_OF_SECOND) {
    lua_pushboolean(L, 0);
    return 1;
  }
  snprintf(text, sizeof text, "%lu %lu %lld %lld", about.nFileSizeHigh, about.nFileSizeLow, written,
           windows_ticks(about.ftCreationTime));
  lua_pushstring(L, text);
  return 1;
}

/* ---- folders ------------------------------------------------------------------------------- */

static char windows_kind(const WIN32_FIND_DATAA *entry) {
  DWORD attributes = entry->dwFileAttributes;
  if (entry->cFileName[0] == '.') return 0;
  if (attributes & (FILE_ATTRIBUTE_REPARSE_POINT | FILE_ATTRIBUTE_DEVICE)) return 0;
  return attributes & FILE_ATTRIBUTE_DIRECTORY ? 'd' : 'f';
}

/* core.list_folder(path): as above. */
int la_list_folder(lua_State *L) {
  WIN32_FIND_DATAA entry;
  const char *pattern = lua_pushfstring(L, "%s/*", luaL_checkstring(L, 1));
  char *text = lua_newuserdata(L, MOST_LISTED);
  HANDLE search = FindFirstFileA(pattern, &entry);
  if (search == INVALID_HANDLE_VALUE) return la_push_nil(L);
  size_t length = 0;
  do length = list_entry(text, length, windows_kind(&entry), entry.cFileName);
  while (FindNextFileA(search, &entry));
  FindClose(search);
  lua_pushlstring(L, text, length);
  return 1;
}

#else

int la_list_folder(lua_State *L) { return la_push_nil(L); }

static size_t file_size(const char *path, size_t most) {
  (void)path;
  return most;
}

static ptrdiff_t read_in(const char *folder, const char *path, char *text, size_t most,
                         const char **why) {
  (void)folder;
  FILE *file = fopen(path, "rb");
  if (file == NULL) *why = strerror(errno);
  if (file == NULL) return -1;
  size_t length = fread(text, 1, most, file);
  bool failed = ferror(file) != 0;
  if (failed) *why = "it cannot be read";
  fclose(file);
  return failed ? -1 : (ptrdiff_t)length;
}

int la_file_stamp(lua_State *L) {
  lua_pushboolean(L, 0);
  return 1;
}

#endif

/* ---- reading ------------------------------------------------------------------------------- */

/*
** core.read_file(folder, name, most): its text, of `most` bytes; or nil and what is wrong. The
** memory is there before the file is open, and is no more than it needs where its size is known.
*/
int la_read_file(lua_State *L) {
  const char *folder = luaL_checkstring(L, 1), *why = "it cannot be read";
  luaL_checkstring(L, 2);
  size_t most = (size_t)la_integer(la_arg(L, 3, "most"), 0, 1 << 30);
  lua_settop(L, 2);
  lua_pushfstring(L, "%s/%s", folder, lua_tostring(L, 2));
  size_t room = file_size(lua_tostring(L, 3), most);
  char *text = lua_newuserdata(L, room + 1);
  ptrdiff_t length = read_in(folder, lua_tostring(L, 3), text, room + 1, &why);
  if (length >= 0 && (size_t)length <= room) {
    lua_pushlstring(L, text, (size_t)length);
    return 1;
  }
  lua_pushnil(L);
  if (length < 0) lua_pushstring(L, why);
  else if (room < most) lua_pushstring(L, "it has become longer while it was read");
  else lua_pushfstring(L, "more than %d bytes", (int)most);
  return 2;
}
