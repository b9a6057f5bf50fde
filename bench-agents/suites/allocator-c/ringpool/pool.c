/* Half a ring moves between a thread and the central at a time. */
#include "pool.h"

#include <string.h>

#include "assertions.h"
#include "os_memory.h"
#include "pool_central.h"
#include "ring.h"
#include "settings.h"
#include "span_map.h"
#include "thread_cache.h"

static bool ring_is_valid(const struct ring* ring, unsigned class) {
  if (ring->count > ring->capacity) {
    return false;
  }
  for (uint32_t i = 0; i < ring->count; i++) {
    if (span_map_class(ring->slots[i]) != class) {
      return false;
    }
  }
  return true;
}

static struct ring* opened_ring(unsigned class) {
  struct thread_cache* const cache = thread_cache_opened();
  if (cache == NULL || cache->rings[class - FIRST_POOL_CLASS].capacity == 0) {
    return NULL;
  }
  return &cache->rings[class - FIRST_POOL_CLASS];
}

void* pool_refill(unsigned class) {
  struct ring* const ring = opened_ring(class);
  if (ring == NULL) {
    void* object = NULL;
    pool_central_take(class, &object, 1);
    return object;
  }
  ASSERT_CHEAP(ring->count == 0);
  ring->count = (uint32_t)pool_central_take(class, ring->slots, ring->capacity / 2);
  ASSERT_WHOLE(ring_is_valid(ring, class));
  return ring_pop(ring);
}

/* The older half leaves: what was freed last is most likely still in the processor's cache. */
void pool_overflow(unsigned class, void* object) {
  struct ring* const ring = opened_ring(class);
  if (ring == NULL) {
    pool_central_give(class, &object, 1);
    return;
  }
  ASSERT_WHOLE(ring_is_valid(ring, class));
  if (ring->count == ring->capacity) {
    const uint32_t leaving = ring->capacity / 2;
    pool_central_give(class, ring->slots, leaving);
    ring->count -= leaving;
    memmove(ring->slots, ring->slots + leaving, ring->count * sizeof *ring->slots);
  }
  ring_push(ring, object);
}

size_t pool_slot_bytes(void) {
  size_t slots = 0;
  for (unsigned i = 0; i < POOL_CLASSES; i++) {
    slots += settings.ring_capacity[i];
  }
  return slots * sizeof(void*);
}

void pool_open(struct thread_cache* cache) {
  void** slots = os_map(rounded_up(pool_slot_bytes(), PAGE_BYTES));
  if (slots == NULL) {
    return;
  }
  for (unsigned i = 0; i < POOL_CLASSES; i++) {
    const uint32_t capacity = settings.ring_capacity[i];
    cache->rings[i] = (struct ring){.capacity = capacity, .slots = slots};
    slots += capacity;
  }
}

void pool_close(struct thread_cache* cache) {
  void** const slots = cache->rings[0].slots;
  for (unsigned i = 0; i < POOL_CLASSES; i++) {
    struct ring* const ring = &cache->rings[i];
    ASSERT_WHOLE(ring_is_valid(ring, FIRST_POOL_CLASS + i));
    if (ring->count > 0) {
      pool_central_give(FIRST_POOL_CLASS + i, ring->slots, ring->count);
    }
    *ring = (struct ring){.slots = NULL};
  }
  if (slots != NULL) {
    os_unmap(slots, rounded_up(pool_slot_bytes(), PAGE_BYTES));
  }
}
