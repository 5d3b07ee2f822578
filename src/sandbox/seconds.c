/*
** The seconds that a mod may take: the limit behind its other limits. Some instructions take long
** and cannot be told from others, such as a comparison of long strings, or reading a field through
** many tables. The limit is so wide that nothing else reaches it. A mod that does reach it may end
** at a different point on each machine; nothing else depends on a clock.
**
** Time is read from the wall clock, which is the cheap one to read. That clock continues while the
** process is stopped, and can be set. So before a call is ended the thread's own time is read as
** well, and the difference is given back.
*/
#if defined(__unix__) || defined(__APPLE__)
#define _POSIX_C_SOURCE 200809L
#endif

#include "sandbox.h"

#include <time.h>

#if defined(_WIN32)
#include "../binding/windows_api.h"
#endif

/*
** A part of the seconds is there at once, the rest is earned by instructions. So a few instructions
** that take long are stopped early, and many that take what they should are not.
*/
#define AT_ONCE 0.2

/* The thread's time is read first when this part of the seconds is gone, and again after a part no
** smaller. */
#define UNASKED 0.0625
#define LEAST_LOOK 0.004

/* ---- clocks ---------------------------------------------------------------------------------- */

#if defined(_WIN32)

double la_seconds_now(void) {
  LARGE_INTEGER count, frequency;
  QueryPerformanceCounter(&count);
  QueryPerformanceFrequency(&frequency);
  return (double)count.QuadPart / (double)frequency.QuadPart;
}

static double seconds_of(FILETIME time) {
  return ((double)time.dwHighDateTime * 4294967296.0 + (double)time.dwLowDateTime) * 1e-7;
}

static double thread_time(void) {
  FILETIME created, ended, kernel, user;
  if (!GetThreadTimes(GetCurrentThread(), &created, &ended, &kernel, &user)) return 0;
  return seconds_of(kernel) + seconds_of(user);
}

#else

double la_seconds_now(void) {
  struct timespec now;
  timespec_get(&now, TIME_UTC);
  return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/* Where the time of a thread cannot be read, that of the process stands in for it. */
static double thread_time(void) {
#ifdef CLOCK_THREAD_CPUTIME_ID
  struct timespec now;
  if (clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now) == 0)
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
#endif
  return (double)clock() / CLOCKS_PER_SEC;
}

#endif

/* ---- what is spent --------------------------------------------------------------------------- */

/*
** WebAssembly has the wall clock only. There nothing tells a thread that works from one that waits
** for the processor, and the limit is so much wider.
*/
#if defined(__wasm__)
#define PATIENCE 10
#else
#define PATIENCE 1
#endif

static double seconds_allowed(const la_account *account) {
  return account->seconds * PATIENCE;
}

void la_seconds_renew(la_account *account, double instructions) {
  la_times *times = &account->times;
  times->earning = instructions;
  times->worked = times->spent = 0;
  times->has_asked = false;
}

/* What the host does for a mod is priced by the work, and is no instruction of the mod's. */
static double seconds_earned(const la_account *account) {
  const la_times *times = &account->times;
  if (times->earning <= 0) return seconds_allowed(account);
  double worked = times->worked + (double)(account->begun - account->left) - times->hosted;
  double done = worked < times->earning ? worked / times->earning : 1;
  return seconds_allowed(account) * (AT_ONCE + (1 - AT_ONCE) * done);
}

static void seconds_note(la_times *times, double now) {
  if (now > times->since) times->spent += now - times->since;
  times->since = now;
}

/*
** Gives back what the thread has not used; the first time all but a small part. It is added up from
** the first time on: Windows reports a thread's time in steps of 16 ms, which must not add up.
*/
static void ask_thread(la_account *account, double now) {
  la_times *times = &account->times;
  double own = thread_time();
  if (!times->has_asked) {
    times->has_asked = true;
    times->spent = seconds_allowed(account) * UNASKED;
    times->wall_at = now;
    times->thread_at = own;
    times->returned = 0;
    return;
  }
  double unused = now - times->wall_at - (own - times->thread_at) - times->returned;
  if (unused > times->spent) unused = times->spent;
  if (unused <= 0) return;
  times->spent -= unused;
  times->returned += unused;
}

bool la_seconds_are_over(la_account *account, double now) {
  la_times *times = &account->times;
  if (now < times->look_at) return false;
  double most = times->has_asked ? seconds_earned(account) : seconds_allowed(account) * UNASKED;
  seconds_note(times, now);
  if (times->spent >= most) ask_thread(account, now);
  double left = seconds_earned(account) - times->spent, least = seconds_allowed(account) * LEAST_LOOK;
  if (!times->has_asked) left = most - times->spent;
  times->look_at = now + (left > least ? left : least);
  return left < 0;
}

bool la_seconds_begin(la_account *account) {
  la_times *times = &account->times;
  if (!times->is_kept) la_seconds_renew(account, 0);
  times->hosted = 0;
  times->since = times->look_at = la_seconds_now();
  return !la_seconds_are_over(account, times->since);
}

void la_seconds_end(la_account *account) {
  la_times *times = &account->times;
  seconds_note(times, la_seconds_now());
  times->worked += (double)(account->begun - account->left) - times->hosted;
}

void la_seconds_pause(la_account *account) {
  account->times.left = account->left;
  seconds_note(&account->times, la_seconds_now());
}

void la_seconds_resume(la_account *account) {
  la_times *times = &account->times;
  double now = la_seconds_now(), paused = now - times->since;
  times->hosted += (double)(times->left - account->left);
  times->since = now;
  times->look_at += paused;
}
