/*
** Loading what save.c has saved. Every number in the bytes is checked before it is used, so that a
** damaged or forged file is refused and does no other harm.
*/
#ifndef ASTAR_LOAD_H
#define ASTAR_LOAD_H

#include "save.h"

#endif
