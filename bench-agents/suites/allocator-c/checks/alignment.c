/* Aligned objects, through every function that makes them. */
#include <errno.h>
#include <stdint.h>

#include "../ringpool/malloc_api.h"
#include "check.h"
#include "families.h"
#include "pattern.h"

enum { LARGEST_ALIGNMENT = 4 << 20, AT_ONCE = 5 };

static void check_objects(size_t alignment, size_t size) {
  unsigned char* objects[AT_ONCE];
  for (unsigned i = 0; i < AT_ONCE; i++) {
    objects[i] = ringpool_aligned_alloc(alignment, size);
    CHECK(objects[i] != NULL && (uintptr_t)objects[i] % alignment == 0);
    CHECK(ringpool_malloc_usable_size(objects[i]) >= size);
    pattern_fill(objects[i], size, i);
  }
  for (unsigned i = 0; i < AT_ONCE; i++) {
    CHECK(pattern_holds(objects[i], size, i));
    ringpool_free(objects[i]);
  }
}

static void check_posix_memalign(void) {
  void* place = &place;
  errno = 77;
  CHECK(ringpool_posix_memalign(&place, 24, 100) == EINVAL && place == &place);
  CHECK(ringpool_posix_memalign(&place, 4, 100) == EINVAL && place == &place);
  CHECK(ringpool_posix_memalign(&place, 64, SIZE_MAX) == ENOMEM && place == &place);
  CHECK(errno == 77);
  CHECK(ringpool_posix_memalign(&place, 4096, 0) == 0 && (uintptr_t)place % 4096 == 0);
  ringpool_free(place);
}

static void check_pages(void) {
  void* const one = ringpool_valloc(5);
  void* const whole = ringpool_pvalloc(5000);
  CHECK((uintptr_t)one % 4096 == 0 && (uintptr_t)whole % 4096 == 0);
  CHECK(ringpool_malloc_usable_size(whole) >= 8192);
  ringpool_free(one);
  ringpool_free(whole);
}

void check_alignment(void) {
  for (size_t alignment = 1; alignment <= LARGEST_ALIGNMENT; alignment *= 2) {
    for (size_t size = 0; size < 200000; size += 1 + size * 2) {
      check_objects(alignment, size);
    }
  }
  check_posix_memalign();
  check_pages();
}
