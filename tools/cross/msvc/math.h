#ifndef MSVC_MATH_H
#define MSVC_MATH_H
#define HUGE_VAL ((double)(1e308 * 10))
#define INFINITY ((float)(1e308 * 10))
#define isinf(number) ((number) == HUGE_VAL || (number) == -HUGE_VAL)
double ceil(double number);
double exp2(double number);
double fabs(double number);
double floor(double number);
double fmod(double number, double by);
double ldexp(double number, int exponent);
double frexp(double number, int *exponent);
double pow(double number, double exponent);
double round(double number);
double sqrt(double number);
double trunc(double number);
#endif
