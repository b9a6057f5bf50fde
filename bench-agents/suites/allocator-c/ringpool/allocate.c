/* Choosing between tiny, pool and huge. */
#include "allocate.h"

#include <string.h>

static void* allocate_pooled(unsigned class) {
  void* const object = ring_pop(&thread_cache.rings[class - FIRST_POOL_CLASS]);
  return LIKELY(object != NULL) ? object : pool_refill(class);
}

void* allocate_larger(size_t size) {
  if (size == 0) {
    return allocate(1);
  }
  if (LIKELY(size <= LARGEST_L2)) {
    return allocate_pooled(class_of_l2(size));
  }
  return size <= LARGEST_L25 ? allocate_pooled(class_of_l25(size)) : huge_take(size, 1);
}

void release_larger(void* object, unsigned class) {
  if (LIKELY(is_pool_class(class))) {
    if (UNLIKELY(!ring_push(&thread_cache.rings[class - FIRST_POOL_CLASS], object))) {
      pool_overflow(class, object);
    }
  } else if (class == CLASS_HUGE) {
    huge_give(object);
  } else if (object != NULL) {
    give_up("free of a pointer that ringpool did not hand out");
  }
}

static size_t next_power_of_two(size_t size) {
  return size <= 1 ? 1 : (size_t)1 << (64 - __builtin_clzll(size - 1));
}

/* Spans begin at a granule, so objects whose size is a power of two lie at multiples of it. */
void* allocate_aligned(size_t alignment, size_t size) {
  const size_t larger = size > alignment ? size : alignment;
  if (alignment <= OBJECT_ALIGNMENT) {
    return allocate(size);
  }
  if (alignment > GRANULE_BYTES) {
    return huge_take(larger, alignment);
  }
  return allocate(larger <= GRANULE_BYTES ? next_power_of_two(larger) : larger);
}

size_t usable_bytes(const void* object) {
  const unsigned class = span_map_class(object);
  if (class == CLASS_HUGE) {
    return huge_bytes(object);
  }
  if (class == CLASS_NONE && object != NULL) {
    give_up("a pointer that ringpool did not hand out");
  }
  return class_bytes[class];
}

static void* copied(void* object, size_t size, size_t usable) {
  void* const copy = allocate(size);
  if (copy != NULL) {
    memcpy(copy, object, size < usable ? size : usable);
    release(object);
  }
  return copy;
}

/* An object stays where it is while it is at least half used. */
void* resized(void* object, size_t size) {
  const size_t usable = usable_bytes(object);
  if (size > LARGEST_L25 && span_map_class(object) == CLASS_HUGE) {
    return huge_resized(object, size);
  }
  return size <= usable && size >= usable / 2 ? object : copied(object, size, usable);
}
