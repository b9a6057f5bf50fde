/* A thread's pointers to free pool objects of one class: the fast way of malloc and free. */
#ifndef RINGPOOL_RING_H
#define RINGPOOL_RING_H

#include "branches.h"
#include "types.h"

/* NULL if the ring is empty. */
static inline void* ring_pop(struct ring* ring) {
  if (UNLIKELY(ring->count == 0)) {
    return NULL;
  }
  return ring->slots[--ring->count];
}

/* False if the ring is full. */
static inline bool ring_push(struct ring* ring, void* object) {
  if (UNLIKELY(ring->count == ring->capacity)) {
    return false;
  }
  ring->slots[ring->count++] = object;
  return true;
}

#endif
