/* From an address to the class of the objects around it: two levels, 1 GiB per leaf, a byte per
 * granule. Reading takes no lock. Works on 48 bits of address. */
#ifndef RINGPOOL_SPAN_MAP_H
#define RINGPOOL_SPAN_MAP_H

#include <stdatomic.h>

#include "types.h"

enum { LEAF_SHIFT = 30, LEAF_ENTRIES = 1 << (LEAF_SHIFT - GRANULE_SHIFT), LEAVES = 1 << 18 };

struct span_leaf {
  _Atomic uint8_t class_of_granule[LEAF_ENTRIES];
};

extern struct span_leaf* _Atomic span_leaves[LEAVES];

/* CLASS_NONE for NULL and for whatever ringpool did not hand out. */
static inline unsigned span_map_class(const void* address) {
  const uintptr_t number = (uintptr_t)address;
  struct span_leaf* const leaf =
      atomic_load_explicit(&span_leaves[(number >> LEAF_SHIFT) % LEAVES], memory_order_acquire);
  if (__builtin_expect(leaf == NULL, 0)) {
    return CLASS_NONE;
  }
  const size_t entry = (number >> GRANULE_SHIFT) % LEAF_ENTRIES;
  return atomic_load_explicit(&leaf->class_of_granule[entry], memory_order_relaxed);
}

/* Sets the class of all granules that [address, address + bytes) touches; false without memory. */
bool span_map_set(const void* address, size_t bytes, unsigned class);

#endif
