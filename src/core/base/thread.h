/*
** Threads as the platform has them: of Windows or POSIX, else C11's. WASI declares them and has
** none, unless the program is compiled for them (-pthread): then no thread can be started, and
** locks have nobody to lock out. ASTAR_NO_THREADS says so of any other platform.
*/
#ifndef ASTAR_THREAD_H
#define ASTAR_THREAD_H

#include <stdbool.h>
#include <stddef.h>

#if defined(__wasi__) && !defined(_REENTRANT) && !defined(ASTAR_NO_THREADS)
#define ASTAR_NO_THREADS
#endif

#if defined(ASTAR_NO_THREADS)
typedef char Thread;
typedef char ThreadName;
typedef char Mutex;
typedef char Condition;
#elif defined(_WIN32)
/* What Windows calls HANDLE, DWORD, SRWLOCK and CONDITION_VARIABLE. Its header is thread.c's alone:
** it takes words like `near` away. */
typedef void *Thread;
typedef unsigned long ThreadName;
typedef struct Mutex { void *state; } Mutex;
typedef struct Condition { void *state; } Condition;
#elif defined(__unix__) || defined(__APPLE__) || defined(__STDC_NO_THREADS__)
#include <pthread.h>
#include <sched.h>
typedef pthread_t Thread;
typedef pthread_t ThreadName;
typedef pthread_mutex_t Mutex;
typedef pthread_cond_t Condition;
#else
#include <threads.h>
typedef thrd_t Thread;
typedef thrd_t ThreadName;
typedef mtx_t Mutex;
typedef cnd_t Condition;
#endif

typedef void (*ThreadWork)(void *user);

typedef struct ThreadStart {        /* must stay until the thread has ended */
  ThreadWork work;
  void *user;
  size_t stack;                     /* bytes of its own; 0: what threads usually have */
} ThreadStart;

/* False: there are no threads here, or none with such a stack. */
bool thread_start(Thread *thread, ThreadStart *start);
void thread_join(Thread thread);
/* The name of the thread that calls, and whether the name is its. */
ThreadName thread_name(void);
bool thread_is(ThreadName name);
/* Lets others have the processor, if any want it. */
void thread_yield(void);

bool mutex_init(Mutex *mutex);
void mutex_free(Mutex *mutex);
void mutex_lock(Mutex *mutex);
void mutex_unlock(Mutex *mutex);

bool condition_init(Condition *condition);
void condition_free(Condition *condition);
/* Lets the mutex go while it waits; may return without reason. */
void condition_wait(Condition *condition, Mutex *mutex);
void condition_wake_all(Condition *condition);

#endif
