/*
** Builders of planes read the kinds of all cells, in steps that take about as long on all maps.
**
** A step reads rows of terrain and writes rows of kinds. Units of several cells take more passes
** over the rows. What changes on the map between two steps may or may not be read: the owner has to
** repair that afterwards, with the log of changes from the beginning on.
*/
#ifndef ASTAR_PLANE_BUILDER_H
#define ASTAR_PLANE_BUILDER_H

#include "../map/class.h"
#include "../map/player.h"

typedef struct PlaneBuilder {
  astar_class *cls;                 /* compiled, in this version: */
  uint32_t version;
  const uint8_t *terrain;           /* array over cells, which is read */
  uint8_t *kind;                    /* array over cells, which is written, border included */
  uint32_t lanes[4][KINDS];         /* how many cells of each kind there are, in four parts */
} PlaneBuilder;

/* The least kind in the square that a unit at x, y covers; 0 where it leaves the map. */
uint8_t plane_kind_at(const astar_class *cls, const uint8_t *terrain, int32_t x, int32_t y);

/* The cells whose kind depends on a rectangle. */
astar_rect plane_builder_reached(const astar_class *cls, astar_rect rect);

PlaneBuilder plane_builder_of(astar_class *cls, const uint8_t *terrain, uint8_t *kind);
int32_t plane_builder_steps(const PlaneBuilder *builder);
/* The steps have to be done one after the other, from 0 on. */
void plane_builder_do(PlaneBuilder *builder, int32_t step);
/* When all are done: reads a part of the map again that has changed, which may reach beyond it. */
void plane_builder_repair(PlaneBuilder *builder, astar_rect rect);
/* And how many cells of each kind there are on the map. */
void plane_builder_count(const PlaneBuilder *builder, uint32_t population[KINDS]);

#endif
