#include "estimator.h"

/* Those that estimates are made with at present. */
static const Landmarks *estimator_landmarks(const astar_search *search) {
  const Landmarks *landmarks = search->view.plane->landmarks;
  return landmarks != NULL && landmarks_serve(landmarks) ? landmarks : NULL;
}

/* Landmarks know the way to one cell, over costs that have not fallen too much. */
static void estimator_use_landmarks(Estimator *estimator, const astar_search *search) {
  const Landmarks *landmarks = estimator_landmarks(search);
  bool single = search->goal.cells.width == 1 && search->goal.cells.height == 1;
  bool none_cheaper = search->view.least_penalty == 0;
  if (landmarks == NULL || !single || !none_cheaper || estimator->straight == 0) return;
  estimator->landmarks = landmarks->costs;
  estimator->goal_costs =
    landmarks->costs[grid_cell(landmarks->grid, estimator->left, estimator->top)];
  estimator->slack = landmarks->slack;
}

Estimator estimator_plain(const astar_search *search) {
  astar_rect goal = search->goal.cells;
  bool estimates = search->query.heuristic == ASTAR_OCTILE;
  Estimator estimator = { .left = goal.x, .top = goal.y, .right = goal.x + goal.width - 1,
                          .bottom = goal.y + goal.height - 1 };
  estimator.straight = estimates ? search->view.least_straight : 0;
  estimator.diagonal = estimates ? search->view.least_diagonal : 0;
  if (estimator.diagonal > 2 * estimator.straight) estimator.diagonal = 2 * estimator.straight;
  return estimator;
}

Estimator estimator_best(const astar_search *search) {
  Estimator estimator = estimator_plain(search);
  estimator_use_landmarks(&estimator, search);
  return estimator;
}

LandmarksSeen landmarks_seen(const astar_search *search) {
  const Landmarks *landmarks = estimator_landmarks(search);
  if (landmarks == NULL) return (LandmarksSeen){ 0, 0 };
  return (LandmarksSeen){ landmarks->number, landmarks->slack };
}

bool landmarks_are(const astar_search *search, LandmarksSeen seen) {
  LandmarksSeen now = landmarks_seen(search);
  return now.number == seen.number && now.slack == seen.slack;
}
