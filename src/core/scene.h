/*
** Scenes: the 3 x 3 cells around a cell, as a search sees them that comes into the middle.
**
** A step from the middle x to a neighbour n, for a path that came from the parent p, is not worth
** following when some other way from p to n inside the scene is cheaper, or as cheap and its last
** direction comes first; and none is when such a way leads from p to x itself. The canonical path
** is never dropped by that. Not all other ways are tried, but those that are not absurd.
**
** The rule is the idea of jump point search carried over to entering costs; compare M. Carlson,
** S. Moghadam, D. Harabor et al., "Optimal Pathfinding on Weighted Grid Maps", AAAI 2023.
*/
#ifndef ASTAR_SCENE_H
#define ASTAR_SCENE_H

#include "class.h"

#define SCENE_MIDDLE 4              /* places are numbered row by row */
#define SCENE_BLOCKED ((uint32_t)1 << 28)   /* as a cost; dearer than any way through a scene */

typedef struct Scene {
  uint32_t straight[9], diagonal[9];   /* of entering each place */
  const astar_class *cls;
} Scene;

/* All steps from the middle that can be made: a bit for each direction. */
uint32_t scene_legal(const Scene *scene);
/* Those worth following after arriving in a direction: none where that step cannot be made. */
uint32_t scene_follow(const Scene *scene, int arrived);

#endif
