/*
** Preparations: the tables of a plane that searches will need, made in steps, for loading screens.
**
** The steps are the same whatever tables there are; those that find nothing to do are short. So how
** many steps there are depends on the map and its terrain alone.
*/
#ifndef ASTAR_PREPARATION_H
#define ASTAR_PREPARATION_H

#include "../base/crew.h"
#include "jump_draft.h"
#include "plane.h"

typedef struct Preparation {
  Plane *plane;
  bool jumps;                       /* jump tables are what the fastest engine needs, or patterns */
  bool stale;                       /* these have to be rebuilt */
  int threads;
  JumpDraft *draft;                 /* NULL: not begun, or not needed */
  Crew crew;                        /* while there is a draft */
} Preparation;

Preparation preparation_of(Plane *plane, int threads);
int32_t preparation_steps(const Preparation *preparation);
/* Between two steps the plane can be read by others, and must not change. False: no memory. */
bool preparation_do(Preparation *preparation, int32_t step);
/* Must be called at the end, whether or not all steps were done. */
void preparation_end(Preparation *preparation);

#endif
