/*
** Prospects: could there be a better path than a watched one, by what has become cheaper?
**
** A path past a cell costs at least what it takes to get there and on from there over the cheapest
** ground that there is, by steps or by links. So a change that is too far away, or in an influence
** map that is not in the query, takes no search.
*/
#ifndef ASTAR_PROSPECT_H
#define ASTAR_PROSPECT_H

#include "outlook.h"

/* What a better path must cost less than, to be told of. */
uint64_t prospect_below(const astar_watch *watch);
/* The watch's costs are known, and nothing blocks its path. False: there is no such path that was
** not there before. */
bool prospect_exists(const astar_watch *watch, const Outlook *outlook);

#endif
