#include "user_data.h"

#include "../../astar.h"

void *astar_user_data(const void *object) {
  return *(void *const *)object;
}

void astar_set_user_data(void *object, void *user_data) {
  *(void **)object = user_data;
}
