/* A page before the object says how long it is. Pages move, they are not copied. */
#include "huge.h"

#include "assertions.h"
#include "os_memory.h"
#include "span_map.h"

struct huge_header {
  size_t bytes; /* of the object, whole pages */
  uint64_t mark;
};

enum { HUGE_MARK = 0x52494E47 };

static struct huge_header* header_of(const void* object) {
  return (struct huge_header*)((uintptr_t)object - PAGE_BYTES);
}

static bool huge_is_valid(const void* object) {
  const struct huge_header* const header = header_of(object);
  return header->mark == HUGE_MARK && header->bytes % PAGE_BYTES == 0 &&
         (uintptr_t)object % GRANULE_BYTES == 0 && span_map_class(object) == CLASS_HUGE;
}

/* Whole pages for `size`; 0 if that is more than there can be. */
static size_t whole_pages(size_t size) {
  return size > PTRDIFF_MAX - PAGE_BYTES ? 0 : rounded_up(size, PAGE_BYTES);
}

void* huge_take(size_t size, size_t alignment) {
  const size_t bytes = whole_pages(size);
  if (bytes == 0) {
    return NULL;
  }
  const size_t wider = alignment > GRANULE_BYTES ? alignment : GRANULE_BYTES;
  char* const mapping = os_map_aligned(PAGE_BYTES + bytes, wider, PAGE_BYTES);
  if (mapping == NULL) {
    return NULL;
  }
  char* const object = mapping + PAGE_BYTES;
  if (!span_map_set(object, 1, CLASS_HUGE)) {
    os_unmap(mapping, PAGE_BYTES + bytes);
    return NULL;
  }
  *header_of(object) = (struct huge_header){bytes, HUGE_MARK};
  return object;
}

void huge_give(void* object) {
  ASSERT_CHEAP(huge_is_valid(object));
  struct huge_header* const header = header_of(object);
  span_map_set(object, 1, CLASS_NONE);
  os_unmap(header, PAGE_BYTES + header->bytes);
}

static void* moved(void* object, size_t bytes, size_t new_bytes) {
  void* const wider = huge_take(new_bytes, GRANULE_BYTES);
  if (wider == NULL) {
    return NULL;
  }
  if (!os_move(object, wider, bytes)) {
    huge_give(wider);
    return NULL;
  }
  span_map_set(object, 1, CLASS_NONE);
  os_unmap(header_of(object), PAGE_BYTES);
  return wider;
}

void* huge_resized(void* object, size_t size) {
  ASSERT_CHEAP(huge_is_valid(object));
  struct huge_header* const header = header_of(object);
  const size_t bytes = header->bytes;
  const size_t new_bytes = whole_pages(size);
  if (new_bytes == 0) {
    return NULL;
  }
  if (new_bytes < bytes) {
    os_unmap((char*)object + new_bytes, bytes - new_bytes);
  } else if (!os_extend(header, PAGE_BYTES + bytes, PAGE_BYTES + new_bytes)) {
    return moved(object, bytes, new_bytes);
  }
  header->bytes = new_bytes;
  return object;
}

size_t huge_bytes(const void* object) {
  ASSERT_CHEAP(huge_is_valid(object));
  return header_of(object)->bytes;
}
