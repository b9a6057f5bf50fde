/* The malloc family: arguments checked, errno set on failure and only then. */
#include "malloc_api.h"

#include <errno.h>
#include <string.h>

#include "allocate.h"

static void* or_no_memory(void* object) {
  if (UNLIKELY(object == NULL)) {
    errno = ENOMEM;
  }
  return object;
}

static bool is_power_of_two(size_t number) {
  return number != 0 && (number & (number - 1)) == 0;
}

void* API(malloc)(size_t size) {
  return allocate(size);
}

void API(free)(void* object) {
  release(object);
}

/* A huge object comes from the operating system and is zero already. */
void* API(calloc)(size_t count, size_t size) {
  size_t bytes;
  if (__builtin_mul_overflow(count, size, &bytes)) {
    return or_no_memory(NULL);
  }
  void* const object = allocate(bytes);
  return object == NULL || bytes > LARGEST_L25 ? object : memset(object, 0, bytes);
}

void* API(realloc)(void* object, size_t size) {
  if (object == NULL) {
    return API(malloc)(size);
  }
  if (size == 0) {
    release(object);
    return NULL;
  }
  return or_no_memory(resized(object, size));
}

void* API(reallocarray)(void* object, size_t count, size_t size) {
  size_t bytes;
  if (__builtin_mul_overflow(count, size, &bytes)) {
    return or_no_memory(NULL);
  }
  return API(realloc)(object, bytes);
}

void* API(memalign)(size_t alignment, size_t size) {
  if (!is_power_of_two(alignment)) {
    errno = EINVAL;
    return NULL;
  }
  return or_no_memory(allocate_aligned(alignment, size));
}

void* API(aligned_alloc)(size_t alignment, size_t size) {
  return API(memalign)(alignment, size);
}

/* Returns its failures and leaves errno alone. */
int API(posix_memalign)(void** place, size_t alignment, size_t size) {
  if (!is_power_of_two(alignment) || alignment % sizeof(void*) != 0) {
    return EINVAL;
  }
  const int saved = errno;
  void* const object = allocate_aligned(alignment, size);
  errno = saved;
  if (object == NULL) {
    return ENOMEM;
  }
  *place = object;
  return 0;
}

void* API(valloc)(size_t size) {
  return API(memalign)(PAGE_BYTES, size);
}

void* API(pvalloc)(size_t size) {
  if (size > PTRDIFF_MAX) {
    return or_no_memory(NULL);
  }
  return API(memalign)(PAGE_BYTES, (size + PAGE_BYTES - 1) / PAGE_BYTES * PAGE_BYTES);
}

size_t API(malloc_usable_size)(void* object) {
  return usable_bytes(object);
}
