/* malloc and free without names: what the exported functions are made of. */
#ifndef RINGPOOL_ALLOCATE_H
#define RINGPOOL_ALLOCATE_H

#include "assertions.h"
#include "huge.h"
#include "pool.h"
#include "ring.h"
#include "size_classes.h"
#include "span_map.h"
#include "thread_cache.h"
#include "tiny.h"
#include "tiny_list.h"

/* Sizes that are not tiny, and zero; NULL without memory. */
void* allocate_larger(size_t size);

/* Objects of no tiny class. */
void release_larger(void* object, unsigned class);

/* At a multiple of `alignment`, a power of two. */
void* allocate_aligned(size_t alignment, size_t size);

/* The object with at least `size` bytes and its contents; NULL leaves it as it was. */
void* resized(void* object, size_t size);

/* Bytes that may be used; 0 for NULL. */
size_t usable_bytes(const void* object);

static inline void* allocate(size_t size) {
  if (UNLIKELY(!is_tiny(size))) {
    return allocate_larger(size);
  }
  const unsigned class = class_of_tiny(size);
  void* const object = tiny_list_pop(&thread_cache.tiny[class]);
  return LIKELY(object != NULL) ? object : tiny_refill(class);
}

static inline void release(void* object) {
  const unsigned class = span_map_class(object);
  if (UNLIKELY(!is_tiny_class(class))) {
    release_larger(object, class);
  } else if (UNLIKELY(!tiny_list_push(&thread_cache.tiny[class], object))) {
    tiny_overflow(class, object);
  }
}

#endif
