/*
** Builders of landmarks: those of a plane, made in steps.
**
** The work is a row of stages. In each, the costs from one cell to all others are found, and those
** to it unless they are the same. In the first stage that is some cell of the largest region; what
** is farthest from it is the first landmark. The costs from and to a landmark become columns, and
** the cell farthest from all landmarks so far is the next one.
**
** The steps are the same whatever there is to do; those that find nothing are short. So how many
** steps there are depends on the terrain alone. The old landmarks stay until the last step.
**
** The costs from a landmark and those to it are found side by side, and so are bands of rows looked
** through. Neither depends on how many threads there are.
*/
#ifndef ASTAR_LANDMARK_BUILDER_H
#define ASTAR_LANDMARK_BUILDER_H

#include "../base/thread_pool.h"
#include "wavefront.h"
#include "plane.h"
#include "flood.h"

typedef struct LandmarkSpan {       /* cells of a row */
  Cell first;
  int32_t count;
} LandmarkSpan;

typedef struct LandmarkBuilder {
  Plane *plane;
  int threads;
  bool in_wavefronts;               /* all steps cost the same, and fit into wavefronts */
  bool fresh;                       /* the old landmarks would be the same */
  Landmarks *made;
  Cell source;                      /* of this stage; NO_CELL: nothing is open */
  size_t size;                      /* how many cells its region has */
  uint32_t *costs[2];               /* arrays over cells: from the source, to it */
  uint32_t *least;                  /* the same: from the nearest landmark so far */
  LandmarkSpan *spans;              /* array over rows: no cell beside these can be reached */
  FloodGround ground;
  Flood floods[2];
  Wavefront wavefront;
  ThreadPool pool;
} LandmarkBuilder;

LandmarkBuilder landmark_builder_of(Plane *plane, int threads);
int32_t landmark_builder_steps(const LandmarkBuilder *builder);
/* A builder must not be moved between its steps. Between two of them the plane can be read by
** others, and must not change. False: no memory. */
bool landmark_builder_do(LandmarkBuilder *builder, int32_t step);
/* Must be called at the end, whether or not all steps were done. */
void landmark_builder_end(LandmarkBuilder *builder);

/* All of it, on this thread. False: no memory, nothing has changed. */
bool landmark_builder_do_all(Plane *plane);
/* The landmarks that were made once, when the cells had these kinds. False likewise. */
bool landmark_builder_old_kinds(Plane *plane, const uint8_t *kind);

#endif
