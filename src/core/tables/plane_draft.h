/*
** Plane drafts: read the kinds of all cells, in steps that take about as long on all maps.
**
** A step reads rows of terrain and writes rows of kinds. Units of several cells take more passes
** over the rows. What changes on the map between two steps may or may not be read: the owner has to
** repair that afterwards, with the log of changes from the beginning of the draft on.
*/
#ifndef ASTAR_PLANE_DRAFT_H
#define ASTAR_PLANE_DRAFT_H

#include "../map/class.h"
#include "../map/player.h"

typedef struct PlaneDraft {
  astar_class *cls;                 /* compiled, in this version: */
  uint32_t version;
  const uint8_t *terrain;           /* array over cells, which is read */
  uint8_t *kind;                    /* array over cells, which is written, border included */
  uint32_t lanes[4][KINDS];         /* how many cells of each kind there are, in four parts */
} PlaneDraft;

/* The least kind in the square that a unit at x, y covers; 0 where it leaves the map. */
uint8_t plane_kind_at(const astar_class *cls, const uint8_t *terrain, int32_t x, int32_t y);

/* The cells whose kind depends on a rectangle. */
astar_rect plane_draft_reached(const astar_class *cls, astar_rect rect);

PlaneDraft plane_draft(astar_class *cls, const uint8_t *terrain, uint8_t *kind);
int32_t plane_draft_steps(const PlaneDraft *draft);
/* The steps have to be done one after the other, from 0 on. */
void plane_draft_do(PlaneDraft *draft, int32_t step);
/* When all are done: reads a part of the map again that has changed, which may reach beyond it. */
void plane_draft_repair(PlaneDraft *draft, astar_rect rect);
/* And how many cells of each kind there are on the map. */
void plane_draft_count(const PlaneDraft *draft, uint32_t population[KINDS]);

#endif
