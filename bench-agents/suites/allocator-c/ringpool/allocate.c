/* The slow ways: choosing between tiny, pool and huge. */
#include "allocate.h"

#include <errno.h>
#include <string.h>

#include "assertions.h"
#include "huge.h"
#include "pool.h"
#include "tiny.h"

static void* allocate_l25(size_t size) {
  const unsigned class = class_of_l25(size);
  void* const object = ring_pop(&thread_cache.rings[class - FIRST_POOL_CLASS]);
  return object != NULL ? object : pool_refill(class);
}

static void* allocate_any(size_t size) {
  if (is_tiny(size)) {
    return tiny_refill(class_of_tiny(size));
  }
  if (is_l2(size)) {
    return pool_refill(class_of_l2(size));
  }
  if (size == 0) {
    return allocate(1);
  }
  return size <= LARGEST_L25 ? allocate_l25(size) : huge_take(size, 1);
}

void* allocate_slowly(size_t size) {
  void* const object = allocate_any(size);
  if (object == NULL) {
    errno = ENOMEM;
  }
  return object;
}

void release_slowly(void* object, unsigned class) {
  if (is_tiny_class(class)) {
    tiny_overflow(class, object);
  } else if (is_pool_class(class)) {
    pool_overflow(class, object);
  } else if (class == CLASS_HUGE) {
    huge_give(object);
  } else if (object != NULL) {
    give_up("free of a pointer that ringpool did not hand out");
  }
}

static size_t next_power_of_two(size_t size) {
  return size <= 1 ? 1 : (size_t)1 << (64 - __builtin_clzll(size - 1));
}

/* Spans begin at a granule, so tiny objects whose size is a power of two lie at multiples of it.
 * L2 objects lie at multiples of a cache line and L2.5 objects at multiples of a granule. */
void* allocate_aligned(size_t alignment, size_t size) {
  const size_t larger = size > alignment ? size : alignment;
  if (alignment <= OBJECT_ALIGNMENT) {
    return allocate(size);
  }
  if (larger <= LARGEST_TINY) {
    return allocate(next_power_of_two(larger));
  }
  if (alignment <= CACHE_LINE_BYTES) {
    return allocate(larger);
  }
  if (alignment <= GRANULE_BYTES) {
    return allocate(larger > LARGEST_L2 ? larger : LARGEST_L2 + 1);
  }
  return huge_take(larger, alignment);
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
  const bool is_half_used = size + OBJECT_ALIGNMENT >= usable / 2;
  return size <= usable && is_half_used ? object : copied(object, size, usable);
}
