/* The objects themselves are not touched: they may be cold, or have no pages at all. */
#include "pool_central.h"

#include <string.h>

#include "assertions.h"
#include "os_memory.h"
#include "settings.h"
#include "size_classes.h"
#include "span_map.h"
#include "spans.h"

/* Objects at multiples of a power of two would share few sets of the processor's caches, with most
 * sets idle. So L2 objects stand a cache line further apart than they are long, and spans begin
 * where the last one left off, as far as their slack allows. */
enum { L2_SPAN_BYTES = 512 << 10, L2_GAP_BYTES = CACHE_LINE_BYTES };

/* Where the objects of a span lie. */
struct layout {
  size_t span_bytes;
  size_t stride;
  size_t objects;
  size_t start;
};

static struct pool_central centrals[POOL_CLASSES];

static struct pool_central* central_of(unsigned class) {
  return &centrals[class - FIRST_POOL_CLASS];
}

static struct pool_central* locked_central(unsigned class) {
  struct pool_central* const central = central_of(class);
  lock_take(&central->lock);
  return central;
}

static bool pool_central_is_valid(const struct pool_central* central, unsigned class) {
  if (central->returned > central->count || central->count > central->made ||
      central->made > central->capacity) {
    return false;
  }
  for (size_t i = 0; i < central->count; i++) {
    if (span_map_class(central->objects[i]) != class) {
      return false;
    }
  }
  return true;
}

static bool make_room(struct pool_central* central, size_t more) {
  enum { FIRST_CAPACITY = PAGE_BYTES / sizeof(void*) };
  if (central->made + more <= central->capacity) {
    return true;
  }
  const size_t capacity = central->capacity == 0 ? FIRST_CAPACITY : 2 * central->capacity;
  void** const objects =
      os_grow(central->objects, central->capacity * sizeof *objects, capacity * sizeof *objects);
  if (objects == NULL) {
    return false;
  }
  central->objects = objects;
  central->capacity = capacity;
  return true;
}

static struct layout layout_of(unsigned class, size_t made) {
  const size_t bytes = class_bytes[class];
  if (class >= FIRST_L25_CLASS) {
    return (struct layout){.span_bytes = bytes, .stride = bytes, .objects = 1};
  }
  const size_t stride = bytes + L2_GAP_BYTES;
  const size_t objects = L2_SPAN_BYTES / stride;
  const size_t places = (L2_SPAN_BYTES - objects * stride) / L2_GAP_BYTES + 1;
  return (struct layout){L2_SPAN_BYTES, stride, objects, made % places * L2_GAP_BYTES};
}

/* Makes the objects of one more span. */
static void cut(struct pool_central* central, unsigned class) {
  const struct layout layout = layout_of(class, central->made);
  if (!make_room(central, layout.objects)) {
    return;
  }
  const enum span_kind kind = class < FIRST_L25_CLASS ? SPANS_L2 : SPANS_L25;
  char* const span = span_take(kind, layout.span_bytes, class);
  if (span == NULL) {
    return;
  }
  for (size_t i = layout.objects; i-- > 0;) {
    central->objects[central->count++] = span + layout.start + i * layout.stride;
  }
  central->made += layout.objects;
}

size_t pool_central_take(unsigned class, void** objects, size_t wanted) {
  struct pool_central* const central = locked_central(class);
  if (central->count == 0) {
    cut(central, class);
  }
  const size_t taken = wanted < central->count ? wanted : central->count;
  central->count -= taken;
  if (taken > 0) {
    memcpy(objects, central->objects + central->count, taken * sizeof *objects);
  }
  if (central->returned > central->count) {
    central->returned = central->count;
  }
  ASSERT_WHOLE(pool_central_is_valid(central, class));
  lock_release(&central->lock);
  return taken;
}

/* Of too many idle objects, those that lie deepest give their pages back. */
static void return_idle_pages(struct pool_central* central, unsigned class) {
  const size_t kept = settings.idle_objects[class - FIRST_POOL_CLASS];
  while (UNLIKELY(central->count - central->returned > kept)) {
    os_return_pages(central->objects[central->returned++], class_bytes[class]);
  }
}

void pool_central_give(unsigned class, void* const* objects, size_t count) {
  struct pool_central* const central = locked_central(class);
  ASSERT_CHEAP(central->count + count <= central->made);
  memcpy(central->objects + central->count, objects, count * sizeof *objects);
  central->count += count;
  return_idle_pages(central, class);
  ASSERT_WHOLE(pool_central_is_valid(central, class));
  lock_release(&central->lock);
}

void pool_centrals_lock(void) {
  for (unsigned i = 0; i < POOL_CLASSES; i++) {
    lock_take(&centrals[i].lock);
  }
}

void pool_centrals_unlock(void) {
  for (unsigned i = 0; i < POOL_CLASSES; i++) {
    lock_release(&centrals[i].lock);
  }
}

void pool_centrals_unlock_in_child(void) {
  for (unsigned i = 0; i < POOL_CLASSES; i++) {
    lock_reset(&centrals[i].lock);
  }
}

uint64_t pool_centrals_locked(unsigned first, unsigned end) {
  uint64_t times = 0;
  for (unsigned class = first; class < end; class++) {
    times += lock_taken(&central_of(class)->lock);
  }
  return times;
}
