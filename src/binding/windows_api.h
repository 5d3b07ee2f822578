/* Windows' own header, without most of it, and without the words that it takes away. */
#ifndef ASTAR_BINDING_WINDOWS_API_H
#define ASTAR_BINDING_WINDOWS_API_H

#ifdef _WIN32                       /* astar_lua.c has the headers of all systems in it */
#define WIN32_LEAN_AND_MEAN
#include <windows.h>
#undef near
#undef far
#undef VOID
#endif

#endif
