/* realloc keeps the contents, whichever way sizes go. */
#include <errno.h>
#include <stdint.h>

#include "../ringpool/malloc_api.h"
#include "check.h"
#include "families.h"
#include "pattern.h"

static const size_t SIZES[] = {1,     16,     17,      1024,    1025,    2048,    30000, 32768,
                               32769, 100000, 1048576, 1048577, 5000000, 9000001, 4096,  24};
enum { STEPS = sizeof SIZES / sizeof *SIZES };

static void check_from_to(size_t from, size_t to) {
  unsigned char* object = ringpool_realloc(NULL, from);
  CHECK(object != NULL);
  pattern_fill(object, from, 3);
  object = ringpool_realloc(object, to);
  CHECK(object != NULL && ringpool_malloc_usable_size(object) >= to);
  CHECK(pattern_holds(object, from < to ? from : to, 3));
  pattern_fill(object, to, 4);
  CHECK(pattern_holds(object, to, 4));
  ringpool_free(object);
}

/* Growth step by step, as a list grows, well into sizes that have mappings of their own. */
static void check_growth(void) {
  size_t size = 10;
  unsigned char* object = ringpool_malloc(size);
  errno = 77; /* what succeeds in the end leaves it alone, however many ways were tried */
  for (pattern_fill(object, size, 9); size < 20000000; size += size / 2) {
    CHECK(pattern_holds(object, size, 9));
    object = ringpool_reallocarray(object, 3, (size + size / 2 + 2) / 3);
    CHECK(object != NULL);
    pattern_fill(object, size + size / 2, 9);
  }
  CHECK(errno == 77);
  CHECK(ringpool_realloc(object, 0) == NULL);
}

void check_resizing(void) {
  for (unsigned from = 0; from < STEPS; from++) {
    for (unsigned to = 0; to < STEPS; to++) {
      check_from_to(SIZES[from], SIZES[to]);
    }
  }
  check_growth();
}
