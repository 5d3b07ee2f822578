/*
** ASTAR_ASSERT: what holds whatever the caller does, said where the code relies on it. It is
** checked in builds without NDEBUG, which are those of the sanitizers; the shipped one has NDEBUG.
**
** What takes long to check is in functions NAME_validate. They return NULL, or in words what does
** not hold; the specs call them after random operations.
*/
#ifndef ASTAR_ASSERT_H
#define ASTAR_ASSERT_H

#include <assert.h>

#define ASTAR_ASSERT(holds) assert(holds)

#endif
