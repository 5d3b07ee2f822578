/*
** Included before all others: asks Linux's headers for what POSIX does not have.
*/
#if defined(__linux__) && !defined(_GNU_SOURCE)
#define _GNU_SOURCE
#endif
