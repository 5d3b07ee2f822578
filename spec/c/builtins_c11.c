/* The branch of builtin.h for compilers of which nothing is known. */
#define ASTAR_BUILTINS 1
#include "builtins.h"

int main(void) { return run_tests(); }
