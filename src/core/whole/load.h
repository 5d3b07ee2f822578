/*
** Loading what save.c has saved. Nothing that the bytes say is believed: a number is checked before
** anything rests on it, so that no file, whoever made it, does more than to be refused.
*/
#ifndef ASTAR_LOAD_H
#define ASTAR_LOAD_H

#include "save.h"

#endif
