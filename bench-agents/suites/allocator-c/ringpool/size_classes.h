/* From a size to its class and back. */
#ifndef RINGPOOL_SIZE_CLASSES_H
#define RINGPOOL_SIZE_CLASSES_H

#include "types.h"

extern const uint32_t class_bytes[CLASS_HUGE];
extern const uint8_t l2_class_of_step[LARGEST_L2 / 2048];

/* True for 1 to 1024: zero wraps around and goes the slow way. */
static inline bool is_tiny(size_t size) {
  return size - 1 < LARGEST_TINY;
}

/* True for 1 to 32768, tiny sizes included. */
static inline bool is_l2(size_t size) {
  return size - 1 < LARGEST_L2;
}

static inline bool is_tiny_class(unsigned class) {
  return class - FIRST_TINY_CLASS < TINY_CLASSES;
}

static inline bool is_pool_class(unsigned class) {
  return class - FIRST_POOL_CLASS < POOL_CLASSES;
}

static inline unsigned class_of_tiny(size_t size) {
  return (unsigned)((size + OBJECT_ALIGNMENT - 1) / OBJECT_ALIGNMENT);
}

/* For sizes above LARGEST_TINY, up to LARGEST_L2. */
static inline unsigned class_of_l2(size_t size) {
  return l2_class_of_step[(size - 1) / 2048];
}

/* For sizes above LARGEST_L2, up to LARGEST_L25. */
static inline unsigned class_of_l25(size_t size) {
  const unsigned bits = (unsigned)(64 - __builtin_clzll(size - 1));
  return FIRST_L25_CLASS + (bits > GRANULE_SHIFT ? bits - GRANULE_SHIFT : 0);
}

#endif
