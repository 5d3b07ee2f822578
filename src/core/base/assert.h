/*
** ASTAR_ASSERT checks an invariant at the place where the code relies on it. It is checked in
** builds without NDEBUG, which are those of the sanitizers; the shipped build defines NDEBUG.
**
** Invariants that take long to check are in functions NAME_validate. They return NULL, or a text
** that says what is wrong; the specs call them after random operations.
*/
#ifndef ASTAR_ASSERT_H
#define ASTAR_ASSERT_H

#include <assert.h>

#define ASTAR_ASSERT(holds) assert(holds)

#endif
