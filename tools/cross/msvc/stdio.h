#ifndef MSVC_STDIO_H
#define MSVC_STDIO_H
#include <stdarg.h>
#include <stddef.h>
#define BUFSIZ 512
typedef struct FILE FILE;
int snprintf(char *text, size_t size, const char *format, ...);
int sprintf(char *text, const char *format, ...);
int vsnprintf(char *text, size_t size, const char *format, va_list list);
#endif
