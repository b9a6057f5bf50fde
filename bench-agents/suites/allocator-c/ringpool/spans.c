/* Cutting spans from chunks of 32 MiB of address space. */
#include "spans.h"

#include "assertions.h"
#include "os_memory.h"
#include "settings.h"
#include "span_map.h"

enum { CHUNK_BYTES = 32 << 20, HUGE_PAGE_BYTES = 2 << 20 };

struct chunk {
  char* uncut;
  char* end;
};

static struct chunk newest[SPAN_KINDS];
static struct lock lock;

static bool chunk_is_valid(const struct chunk* chunk) {
  return chunk->uncut <= chunk->end && (uintptr_t)chunk->uncut % GRANULE_BYTES == 0 &&
         (size_t)(chunk->end - chunk->uncut) <= CHUNK_BYTES;
}

static bool renew(struct chunk* chunk, enum span_kind kind) {
  char* const fresh = os_map_aligned(CHUNK_BYTES, HUGE_PAGE_BYTES, 0);
  if (fresh == NULL) {
    return false;
  }
  if (kind == SPANS_L2 && settings.huge_pages) {
    os_ask_for_huge_pages(fresh, CHUNK_BYTES);
  }
  *chunk = (struct chunk){.uncut = fresh, .end = fresh + CHUNK_BYTES};
  return true;
}

void* span_take(enum span_kind kind, size_t bytes, unsigned class) {
  ASSERT_CHEAP(bytes % GRANULE_BYTES == 0 && bytes <= CHUNK_BYTES);
  struct chunk* const chunk = &newest[kind];
  char* span = NULL;
  lock_take(&lock);
  const bool is_short = (size_t)(chunk->end - chunk->uncut) < bytes;
  if ((!is_short || renew(chunk, kind)) && span_map_set(chunk->uncut, bytes, class)) {
    span = chunk->uncut;
    chunk->uncut += bytes;
  }
  ASSERT_CHEAP(chunk_is_valid(chunk));
  lock_release(&lock);
  return span;
}

void spans_lock(void) {
  lock_take(&lock);
}

void spans_unlock(void) {
  lock_release(&lock);
}

void spans_unlock_in_child(void) {
  lock_reset(&lock);
}

uint64_t spans_locked(void) {
  return lock_taken(&lock);
}
