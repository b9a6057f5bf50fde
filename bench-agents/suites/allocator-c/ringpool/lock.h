/* A lock of the kernel's futex kind. All zero is free; it counts how often it was taken. */
#ifndef RINGPOOL_LOCK_H
#define RINGPOOL_LOCK_H

#include <stdatomic.h>
#include <stdint.h>

#include "branches.h"

enum lock_state { LOCK_FREE, LOCK_HELD, LOCK_AWAITED };

struct lock {
  _Atomic uint32_t state;
  uint64_t taken; /* changed by the holder alone */
};

void lock_wait(struct lock* lock);
void lock_wake(struct lock* lock);

static inline void lock_take(struct lock* lock) {
  uint32_t expected = LOCK_FREE;
  if (UNLIKELY(!atomic_compare_exchange_strong_explicit(
          &lock->state, &expected, LOCK_HELD, memory_order_acquire, memory_order_relaxed))) {
    lock_wait(lock);
  }
  lock->taken++;
}

static inline void lock_release(struct lock* lock) {
  const uint32_t before = atomic_exchange_explicit(&lock->state, LOCK_FREE, memory_order_release);
  if (UNLIKELY(before == LOCK_AWAITED)) {
    lock_wake(lock);
  }
}

/* In the child of a fork, where the forking thread held the lock and nobody waits. */
static inline void lock_reset(struct lock* lock) {
  atomic_store_explicit(&lock->state, LOCK_FREE, memory_order_release);
}

static inline uint64_t lock_taken(struct lock* lock) {
  lock_take(lock);
  const uint64_t times = lock->taken - 1;
  lock_release(lock);
  return times;
}

#endif
