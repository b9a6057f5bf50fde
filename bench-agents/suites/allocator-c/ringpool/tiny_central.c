/* Batches are stacked through their first objects: the link and the count share one word. */
#include "tiny_central.h"

#include "assertions.h"
#include "size_classes.h"
#include "span_map.h"
#include "spans.h"

enum { BATCH_BYTES = 16 << 10, SMALLEST_BATCH = 16, LARGEST_BATCH = 256, COUNT_SHIFT = 48 };

static struct tiny_central centrals[FIRST_POOL_CLASS];

uint32_t tiny_batch_count(unsigned class) {
  const uint32_t count = BATCH_BYTES / class_bytes[class];
  if (count < SMALLEST_BATCH) {
    return SMALLEST_BATCH;
  }
  return count > LARGEST_BATCH ? LARGEST_BATCH : count;
}

static struct tiny_central* locked_central(unsigned class) {
  struct tiny_central* const central = &centrals[class];
  lock_take(&central->lock);
  return central;
}

static uintptr_t linked(struct batch batch) {
  return (uintptr_t)batch.first | (uintptr_t)batch.count << COUNT_SHIFT;
}

static struct free_object* first_of(uintptr_t link) {
  return (struct free_object*)(link & (((uintptr_t)1 << COUNT_SHIFT) - 1));
}

static bool tiny_central_is_valid(const struct tiny_central* central, unsigned class) {
  for (uintptr_t link = central->batches; link != 0; link = first_of(link)->batch_link) {
    uint32_t count = 0;
    for (const struct free_object* object = first_of(link); object; object = object->next) {
      if (span_map_class(object) != class) {
        return false;
      }
      count++;
    }
    if (count != link >> COUNT_SHIFT) {
      return false;
    }
  }
  return central->uncut <= central->uncut_end;
}

static struct batch pop(struct tiny_central* central) {
  const uintptr_t link = central->batches;
  if (link == 0) {
    return (struct batch){NULL, 0};
  }
  central->batches = first_of(link)->batch_link;
  return (struct batch){first_of(link), (uint32_t)(link >> COUNT_SHIFT)};
}

/* Memory for new objects, about a page of it, so that pages are touched as late as can be. */
static struct batch cut(struct tiny_central* central, unsigned class) {
  const size_t bytes = class_bytes[class];
  if ((size_t)(central->uncut_end - central->uncut) < bytes) {
    central->uncut = span_take(SPANS_TINY, GRANULE_BYTES, class);
    central->uncut_end = central->uncut == NULL ? NULL : central->uncut + GRANULE_BYTES;
  }
  const size_t left = (size_t)(central->uncut_end - central->uncut) / bytes;
  const size_t wanted = PAGE_BYTES / bytes;
  const uint32_t count = (uint32_t)(wanted < left ? wanted : left);
  const struct batch batch = {(struct free_object*)(void*)central->uncut, count};
  central->uncut += count * bytes;
  return batch;
}

static void link_up(struct batch batch, size_t bytes) {
  char* address = (char*)batch.first;
  for (uint32_t i = 0; i < batch.count; i++, address += bytes) {
    char* const next = i + 1 < batch.count ? address + bytes : NULL;
    ((struct free_object*)(void*)address)->next = (struct free_object*)(void*)next;
  }
}

struct batch tiny_central_take(unsigned class) {
  struct tiny_central* const central = locked_central(class);
  ASSERT_WHOLE(tiny_central_is_valid(central, class));
  struct batch batch = pop(central);
  const bool is_new = batch.first == NULL;
  if (is_new) {
    batch = cut(central, class);
  }
  lock_release(&central->lock);
  if (is_new) {
    link_up(batch, class_bytes[class]);
  }
  return batch;
}

void tiny_central_give(unsigned class, struct batch batch) {
  struct tiny_central* const central = locked_central(class);
  batch.first->batch_link = central->batches;
  central->batches = linked(batch);
  ASSERT_WHOLE(tiny_central_is_valid(central, class));
  lock_release(&central->lock);
}

void tiny_centrals_lock(void) {
  for (unsigned class = FIRST_TINY_CLASS; class < FIRST_POOL_CLASS; class++) {
    lock_take(&centrals[class].lock);
  }
}

void tiny_centrals_unlock(void) {
  for (unsigned class = FIRST_TINY_CLASS; class < FIRST_POOL_CLASS; class++) {
    lock_release(&centrals[class].lock);
  }
}

void tiny_centrals_unlock_in_child(void) {
  for (unsigned class = FIRST_TINY_CLASS; class < FIRST_POOL_CLASS; class++) {
    lock_reset(&centrals[class].lock);
  }
}

uint64_t tiny_centrals_locked(void) {
  uint64_t times = 0;
  for (unsigned class = FIRST_TINY_CLASS; class < FIRST_POOL_CLASS; class++) {
    times += lock_taken(&centrals[class].lock);
  }
  return times;
}
