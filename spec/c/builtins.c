/* The branch of builtin.h that belongs to this compiler. */
#include "builtins.h"

int main(void) { return run_tests(); }
