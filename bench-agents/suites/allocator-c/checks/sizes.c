/* Every size is served, aligned, writable to its end, and apart from all others. */
#include "../ringpool/size_classes.h"

#include <string.h>

#include "../ringpool/malloc_api.h"
#include "check.h"
#include "families.h"
#include "pattern.h"

enum { OBJECTS = 4000, LARGEST = 3 << 20 };

static unsigned class_of(size_t size) {
  if (is_tiny(size)) {
    return class_of_tiny(size);
  }
  return is_l2(size) ? class_of_l2(size) : class_of_l25(size);
}

/* The class of every size is the smallest that holds it. */
void check_size_classes(void) {
  for (size_t size = 1; size <= LARGEST_L25; size++) {
    const unsigned class = class_of(size);
    CHECK(class >= FIRST_TINY_CLASS && class < CLASS_HUGE);
    CHECK(class_bytes[class] >= size && class_bytes[class - 1] < size);
  }
}

static size_t next_size(size_t size) {
  return size < 1100 ? size + 1 : size + size / 97;
}

static void check_one(size_t size) {
  unsigned char* const object = ringpool_malloc(size);
  CHECK(object != NULL);
  CHECK((uintptr_t)object % OBJECT_ALIGNMENT == 0);
  const size_t usable = ringpool_malloc_usable_size(object);
  CHECK(usable >= size);
  memset(object, 0xA5, usable);
  ringpool_free(object);
  unsigned char* const zeroed = ringpool_calloc(size == 0 ? 0 : 1, size);
  CHECK(zeroed != NULL && all_zero(zeroed, size));
  ringpool_free(zeroed);
}

static void check_apart(void) {
  static unsigned char* objects[OBJECTS];
  static size_t sizes[OBJECTS];
  for (unsigned i = 0; i < OBJECTS; i++) {
    sizes[i] = (size_t)i * i % 70000 + i % 40;
    objects[i] = ringpool_malloc(sizes[i]);
    CHECK(objects[i] != NULL);
    pattern_fill(objects[i], sizes[i], i);
  }
  for (unsigned i = 0; i < OBJECTS; i++) {
    const unsigned chosen = i * 1237 % OBJECTS; /* not in the order of malloc */
    CHECK(pattern_holds(objects[chosen], sizes[chosen], chosen));
    ringpool_free(objects[chosen]);
  }
}

void check_sizes(void) {
  for (size_t size = 0; size < LARGEST; size = next_size(size)) {
    check_one(size);
  }
  check_apart();
}
