#include "thread.h"

#if defined(ASTAR_NO_THREADS)

bool thread_start(Thread *thread, ThreadStart *start) {
  (void)thread;
  (void)start;
  return false;
}

void thread_join(Thread thread) { (void)thread; }
ThreadName thread_name(void) { return 0; }
bool thread_is(ThreadName name) { return name == 0; }
void thread_yield(void) {}

bool mutex_init(Mutex *mutex) {
  *mutex = 0;
  return true;
}
void mutex_free(Mutex *mutex) { (void)mutex; }
void mutex_lock(Mutex *mutex) { (void)mutex; }
void mutex_unlock(Mutex *mutex) { (void)mutex; }

bool condition_init(Condition *condition) {
  *condition = 0;
  return true;
}
void condition_free(Condition *condition) { (void)condition; }
void condition_wait(Condition *condition, Mutex *mutex) {
  (void)condition;
  (void)mutex;
}
void condition_wake_all(Condition *condition) { (void)condition; }

#elif defined(_WIN32)

#define WIN32_LEAN_AND_MEAN
#include <windows.h>
#undef near
#undef far

static DWORD WINAPI thread_run(LPVOID user) {
  ThreadStart *start = user;
  start->work(start->user);
  return 0;
}

bool thread_start(Thread *thread, ThreadStart *start) {
  *thread = CreateThread(NULL, start->stack, thread_run, start, STACK_SIZE_PARAM_IS_A_RESERVATION,
                         NULL);
  return *thread != NULL;
}

void thread_join(Thread thread) {
  WaitForSingleObject(thread, INFINITE);
  CloseHandle(thread);
}
ThreadName thread_name(void) { return GetCurrentThreadId(); }
bool thread_is(ThreadName name) { return name == GetCurrentThreadId(); }
void thread_yield(void) { SwitchToThread(); }

static SRWLOCK *mutex_lock_of(Mutex *mutex) { return (SRWLOCK *)&mutex->state; }
static CONDITION_VARIABLE *condition_of(Condition *condition) {
  return (CONDITION_VARIABLE *)&condition->state;
}

bool mutex_init(Mutex *mutex) {
  InitializeSRWLock(mutex_lock_of(mutex));
  return true;
}
void mutex_free(Mutex *mutex) { (void)mutex; }
void mutex_lock(Mutex *mutex) { AcquireSRWLockExclusive(mutex_lock_of(mutex)); }
void mutex_unlock(Mutex *mutex) { ReleaseSRWLockExclusive(mutex_lock_of(mutex)); }

bool condition_init(Condition *condition) {
  InitializeConditionVariable(condition_of(condition));
  return true;
}
void condition_free(Condition *condition) { (void)condition; }
void condition_wait(Condition *condition, Mutex *mutex) {
  SleepConditionVariableSRW(condition_of(condition), mutex_lock_of(mutex), INFINITE, 0);
}
void condition_wake_all(Condition *condition) { WakeAllConditionVariable(condition_of(condition)); }

#elif defined(__unix__) || defined(__APPLE__) || defined(__STDC_NO_THREADS__)

static void *thread_run(void *user) {
  ThreadStart *start = user;
  start->work(start->user);
  return NULL;
}

bool thread_start(Thread *thread, ThreadStart *start) {
  pthread_attr_t attributes;
  if (pthread_attr_init(&attributes) != 0) return false;
  bool done = start->stack == 0 || pthread_attr_setstacksize(&attributes, start->stack) == 0;
  done = done && pthread_create(thread, &attributes, thread_run, start) == 0;
  pthread_attr_destroy(&attributes);
  return done;
}
void thread_join(Thread thread) { pthread_join(thread, NULL); }
ThreadName thread_name(void) { return pthread_self(); }
bool thread_is(ThreadName name) { return pthread_equal(name, pthread_self()) != 0; }
void thread_yield(void) { sched_yield(); }

bool mutex_init(Mutex *mutex) { return pthread_mutex_init(mutex, NULL) == 0; }
void mutex_free(Mutex *mutex) { pthread_mutex_destroy(mutex); }
void mutex_lock(Mutex *mutex) { pthread_mutex_lock(mutex); }
void mutex_unlock(Mutex *mutex) { pthread_mutex_unlock(mutex); }

bool condition_init(Condition *condition) { return pthread_cond_init(condition, NULL) == 0; }
void condition_free(Condition *condition) { pthread_cond_destroy(condition); }
void condition_wait(Condition *condition, Mutex *mutex) { pthread_cond_wait(condition, mutex); }
void condition_wake_all(Condition *condition) { pthread_cond_broadcast(condition); }

#else

static int thread_run(void *user) {
  ThreadStart *start = user;
  start->work(start->user);
  return 0;
}

bool thread_start(Thread *thread, ThreadStart *start) {
  if (start->stack > 0) return false; /* C11 has no say in how much they have */
  return thrd_create(thread, thread_run, start) == thrd_success;
}
void thread_join(Thread thread) { thrd_join(thread, NULL); }
ThreadName thread_name(void) { return thrd_current(); }
bool thread_is(ThreadName name) { return thrd_equal(name, thrd_current()) != 0; }
void thread_yield(void) { thrd_yield(); }

bool mutex_init(Mutex *mutex) { return mtx_init(mutex, mtx_plain) == thrd_success; }
void mutex_free(Mutex *mutex) { mtx_destroy(mutex); }
void mutex_lock(Mutex *mutex) { mtx_lock(mutex); }
void mutex_unlock(Mutex *mutex) { mtx_unlock(mutex); }

bool condition_init(Condition *condition) { return cnd_init(condition) == thrd_success; }
void condition_free(Condition *condition) { cnd_destroy(condition); }
void condition_wait(Condition *condition, Mutex *mutex) { cnd_wait(condition, mutex); }
void condition_wake_all(Condition *condition) { cnd_broadcast(condition); }

#endif
