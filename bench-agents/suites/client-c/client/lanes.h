/* Threads with a lane each: warm-up together, a halt in which the clocks are read, then the work.
 */
#ifndef CLIENT_LANES_H
#define CLIENT_LANES_H

#include <pthread.h>
#include <stdint.h>

#include "../http/run.h"

struct lanes;

struct lane {
  struct lanes* lanes;
  uint32_t index;
  pthread_t thread;
  struct exchange exchange;
  uint64_t ended; /* when its last measured order ended */
};

struct lanes {
  struct run* run;
  struct lane* all;
  uint32_t count;
  void (*work)(struct lane* lane); /* the measured part of one lane */
  void* work_data;
  pthread_barrier_t meeting;
};

/*
 * Starts `count` threads, each with a handle of its own, lets them share the warm-up, and measures
 * `work` in all of them at once. `feed`, which may be NULL, runs meanwhile in the calling thread.
 */
void lanes_play(struct run* run, uint32_t count, void (*work)(struct lane*), void* work_data,
                void (*feed)(struct run*, void*));

#endif
