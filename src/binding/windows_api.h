/* Windows' own header, without most of it, and without the words that it takes away. */
#ifndef ASTAR_BINDING_WINDOWS_API_H
#define ASTAR_BINDING_WINDOWS_API_H

#define WIN32_LEAN_AND_MEAN
#include <windows.h>
#undef near
#undef far

#endif
