/* Threads that play a workload at the same time, and what that took. */
#ifndef BENCH_MEASUREMENT_H
#define BENCH_MEASUREMENT_H

#include <stdbool.h>
#include <stdint.h>

#include "workload.h"

enum { MOST_THREADS = 256 };

struct measurement {
  double cpu_s;          /* of all threads, in the timed part */
  double wall_s;         /* from the first start to the last end of the timed part */
  struct contents first; /* of the first thread */
  uint32_t damaged;      /* threads that did not hold what they ought to, the first not counted */
  bool has_counters;     /* the two below are known */
  uint64_t locks_taken;  /* in the timed part */
  uint64_t thread_local_bytes;
};

/* `cycles` timed per thread, after a tenth of it that is not. */
struct measurement measure(const struct workload* workload, uint32_t threads, uint64_t cycles);

#endif
