/* Does this system have POSIX? A file that asks includes this before all headers of the system. */
#ifndef ASTAR_BINDING_POSIX_H
#define ASTAR_BINDING_POSIX_H

#if defined(__unix__) || defined(__APPLE__)
#define HAS_POSIX 1
#define _XOPEN_SOURCE 700
#else
#define HAS_POSIX 0
#endif

#endif
