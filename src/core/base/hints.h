/*
** Hints for compilers, which change nothing but the time. They and builtin.h are used through these
** names only; `make check-includes` looks after that. There are three branches: GCC's and clang's,
** Microsoft's, and plain C11 for all others. Tests choose one with ASTAR_BUILTINS.
*/
#ifndef ASTAR_HINTS_H
#define ASTAR_HINTS_H

#define BUILTINS_C11 1
#define BUILTINS_GNU 2
#define BUILTINS_MICROSOFT 3

#if !defined(ASTAR_BUILTINS)
#if defined(__GNUC__)               /* clang's too, also where it stands in for Microsoft's */
#define ASTAR_BUILTINS BUILTINS_GNU
#elif defined(_MSC_VER)
#define ASTAR_BUILTINS BUILTINS_MICROSOFT
#else
#define ASTAR_BUILTINS BUILTINS_C11
#endif
#endif

#if ASTAR_BUILTINS == BUILTINS_GNU

#define LIKELY(condition) __builtin_expect((condition), 1)
#define UNLIKELY(condition) __builtin_expect((condition), 0)
#define PREFETCH(address) __builtin_prefetch(address)
#define NOINLINE __attribute__((noinline))
#define COLD __attribute__((cold, noinline)) /* what calls it seldom does */
#define FORCED_INLINE inline __attribute__((always_inline))

#else

#define LIKELY(condition) (condition)
#define UNLIKELY(condition) (condition)
#define PREFETCH(address) ((void)(address))

#if ASTAR_BUILTINS == BUILTINS_MICROSOFT && defined(_MSC_VER)
#define NOINLINE __declspec(noinline)
#define FORCED_INLINE __forceinline
#else
#define NOINLINE
#define FORCED_INLINE inline
#endif
#define COLD NOINLINE

#endif

/* For small functions in the innermost loops of the searches. Without optimization they stay
** functions, so that one can step into them, and count what they run. */
#if defined(__OPTIMIZE__) || (defined(_MSC_VER) && defined(NDEBUG))
#define ALWAYS_INLINE static FORCED_INLINE
#else
#define ALWAYS_INLINE static inline
#endif

#endif
