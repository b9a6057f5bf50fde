/* Writing the span map. Leaves are made when first needed and stay. */
#include "span_map.h"

#include "os_memory.h"

struct span_leaf* _Atomic span_leaves[LEAVES];

static struct span_leaf* leaf_for(uintptr_t number) {
  struct span_leaf* _Atomic* const place = &span_leaves[(number >> LEAF_SHIFT) % LEAVES];
  struct span_leaf* leaf = atomic_load_explicit(place, memory_order_acquire);
  if (leaf != NULL) {
    return leaf;
  }
  struct span_leaf* const fresh = os_map(sizeof *fresh);
  if (fresh == NULL) {
    return NULL;
  }
  if (atomic_compare_exchange_strong(place, &leaf, fresh)) {
    return fresh;
  }
  os_unmap(fresh, sizeof *fresh); /* another thread was faster */
  return leaf;
}

bool span_map_set(const void* address, size_t bytes, unsigned class) {
  const uintptr_t first = (uintptr_t)address >> GRANULE_SHIFT;
  const uintptr_t last = ((uintptr_t)address + bytes - 1) >> GRANULE_SHIFT;
  for (uintptr_t granule = first; granule <= last; granule++) {
    struct span_leaf* const leaf = leaf_for(granule << GRANULE_SHIFT);
    if (leaf == NULL) {
      return false;
    }
    atomic_store_explicit(&leaf->class_of_granule[granule % LEAF_ENTRIES], (uint8_t)class,
                          memory_order_relaxed);
  }
  return true;
}
