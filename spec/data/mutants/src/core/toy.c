/* What is a mutant of this is known: see spec/mutants_spec.lua. */
int toy_least(int a, int b) {
  return a < b ? a : b;
}

int toy_difference(int a, int b) {
  a = a - b;
  return a;
}

int toy_never_run(int a) {
  return a;
}

int toy_sign(int a) {
  if (a >= 0) return 1;
  a = 0;
  return a;
}
