/* Reading files and folders, and replacing a file as a whole. */
#ifndef ASTAR_BINDING_FILE_H
#define ASTAR_BINDING_FILE_H

#include "compat.h"

/* core.read_file */
int la_read_file(lua_State *L);
/* core.file_stamp */
int la_file_stamp(lua_State *L);
/* core.list_folder */
int la_list_folder(lua_State *L);
/* core.written_place */
int la_written_place(lua_State *L);
/* core.file_beside */
int la_file_beside(lua_State *L);
/* core.replace_file */
int la_replace_file(lua_State *L);
#ifdef _WIN32
/* Words for the last failure. */
const char *la_windows_error(void);
#endif

#endif
