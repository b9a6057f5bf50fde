/* malloc and free without names: what the exported functions are made of. */
#ifndef RINGPOOL_ALLOCATE_H
#define RINGPOOL_ALLOCATE_H

#include "ring.h"
#include "size_classes.h"
#include "span_map.h"
#include "thread_cache.h"
#include "tiny_list.h"

/* What the thread's cache cannot serve, and every size above L2, and zero; NULL without memory. */
void* allocate_slowly(size_t size);

/* What the thread's cache cannot keep, and huge objects, and NULL. */
void release_slowly(void* object, unsigned class);

/* At a multiple of `alignment`, a power of two. */
void* allocate_aligned(size_t alignment, size_t size);

/* The object with at least `size` bytes and its contents; NULL leaves it as it was. */
void* resized(void* object, size_t size);

/* Bytes that may be used; 0 for NULL. */
size_t usable_bytes(const void* object);

/* Written so that the fast ways need no stack: the slow ones are called last. */
static inline void* allocate(size_t size) {
  void* object = NULL;
  if (LIKELY(is_tiny(size))) {
    object = tiny_list_pop(&thread_cache.tiny[class_of_tiny(size)]);
  } else if (LIKELY(is_l2(size))) {
    object = ring_pop(&thread_cache.rings[class_of_l2(size) - FIRST_POOL_CLASS]);
  }
  return LIKELY(object != NULL) ? object : allocate_slowly(size);
}

static inline void release(void* object) {
  const unsigned class = span_map_class(object);
  bool is_kept = false;
  if (LIKELY(is_tiny_class(class))) {
    is_kept = tiny_list_push(&thread_cache.tiny[class], object);
  } else if (LIKELY(is_pool_class(class))) {
    is_kept = ring_push(&thread_cache.rings[class - FIRST_POOL_CLASS], object);
  }
  if (UNLIKELY(!is_kept)) {
    release_slowly(object, class);
  }
}

#endif
