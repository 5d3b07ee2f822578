int toy_least(int a, int b);
int toy_difference(int a, int b);
int toy_sign(int a);

int main(void) {
  return !(toy_least(3, 4) == 3 && toy_difference(7, 2) == 5 && toy_sign(9) == 1);
}
