#ifndef ASTAR_BINDING_TABLE_IMAGE_H
#define ASTAR_BINDING_TABLE_IMAGE_H

#include "compat.h"

/* core.image, core.bundles, core.put_image: see table_image.c */
int la_table_image_take(lua_State *L);
int la_table_image_bundles(lua_State *L);
int la_table_image_put(lua_State *L);

#endif
