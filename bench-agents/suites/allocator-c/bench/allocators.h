/* The allocators: how each is preloaded, and whether it really serves this process. */
#ifndef BENCH_ALLOCATORS_H
#define BENCH_ALLOCATORS_H

#include <stdbool.h>

struct allocator {
  const char* name;
  const char* library; /* part of the file's name that malloc comes from */
  const char* preload; /* NULL for the C library; without a slash the loader searches */
  const char* remedy;
};

/* Ends the program if there is none of that name. */
const struct allocator* allocator_named(const char* name);

/* Does malloc of this process come from it? */
bool allocator_serves(const struct allocator* allocator);

/* What LD_PRELOAD must be for it; empty for the C library. */
const char* allocator_preload(const struct allocator* allocator);

/* Replaces this process by a new one of the same program with the same words. */
_Noreturn void start_again(char** words);

/* Replaces this process by one that runs on the allocator, with the same words. Returns if it does
 * already; ends the program readably if that allocator cannot be had. */
void allocator_switch(const struct allocator* allocator, char** words);

#endif
