#ifndef ASTAR_BINDING_FILE_H
#define ASTAR_BINDING_FILE_H

#include "compat.h"

/* core.read_file */
int la_read_file(lua_State *L);
/* core.file_stamp */
int la_file_stamp(lua_State *L);
/* core.list_folder */
int la_list_folder(lua_State *L);
/* core.is_device */
int la_file_is_device(lua_State *L);
/* core.replace_file */
int la_replace_file(lua_State *L);

#endif
