#ifndef MSVC_STRING_H
#define MSVC_STRING_H
#include <stddef.h>
void *memchr(const void *at, int byte, size_t count);
int memcmp(const void *a, const void *b, size_t count);
void *memcpy(void *to, const void *from, size_t count);
void *memmove(void *to, const void *from, size_t count);
void *memset(void *to, int byte, size_t count);
char *strchr(const char *text, int byte);
char *strrchr(const char *text, int byte);
int strcmp(const char *a, const char *b);
size_t strcspn(const char *text, const char *reject);
char *strcpy(char *to, const char *from);
char *strerror(int number);
size_t strlen(const char *text);
int strncmp(const char *a, const char *b, size_t count);
char *strncpy(char *to, const char *from, size_t count);
char *strpbrk(const char *text, const char *accept);
size_t strspn(const char *text, const char *accept);
char *strstr(const char *text, const char *part);
#endif
