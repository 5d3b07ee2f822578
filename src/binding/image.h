#ifndef ASTAR_BINDING_IMAGE_H
#define ASTAR_BINDING_IMAGE_H

#include "compat.h"

/* core.image, core.put_image: see image.c */
int la_image_take(lua_State *L);
int la_image_put(lua_State *L);

#endif
