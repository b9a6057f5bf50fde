/* The words behind `run`. */
#ifndef BENCH_OPTIONS_H
#define BENCH_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>

#include "allocators.h"
#include "workload.h"

struct options {
  const struct workload* workload;
  const struct allocator* allocator;
  uint32_t threads;
  uint64_t cycles;
  const char* rings;    /* NULL: as the environment says, or the default */
  bool prints_no_times; /* so that two runs print, and so compute, exactly the same */
};

/* Ends the program readably if a word cannot be understood. */
struct options options_from(char** words);

#endif
