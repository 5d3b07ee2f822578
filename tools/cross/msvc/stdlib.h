#ifndef MSVC_STDLIB_H
#define MSVC_STDLIB_H
#include <stddef.h>
int abs(int number);
double strtod(const char *text, char **end);
long strtol(const char *text, char **end, int base);
long long strtoll(const char *text, char **end, int base);
unsigned long long strtoull(const char *text, char **end, int base);
void *calloc(size_t count, size_t size);
void free(void *block);
char *getenv(const char *name);
void *malloc(size_t size);
void qsort(void *base, size_t count, size_t size, int (*compare)(const void *, const void *));
void *realloc(void *block, size_t size);
#endif
