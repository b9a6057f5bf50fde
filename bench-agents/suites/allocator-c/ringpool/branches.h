/* Which way a branch nearly always goes. */
#ifndef RINGPOOL_BRANCHES_H
#define RINGPOOL_BRANCHES_H

#define LIKELY(condition) __builtin_expect(!!(condition), 1)
#define UNLIKELY(condition) __builtin_expect(!!(condition), 0)

#endif
