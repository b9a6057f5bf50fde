/* The only file that asks the operating system for memory. */
#include "os_memory.h"

#include <errno.h>
#include <stdatomic.h>
#include <sys/mman.h>

#include "assertions.h"

static atomic_size_t mapped_bytes;

void* os_map(size_t bytes) {
  const int saved = errno;
  void* const address =
      mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  errno = saved;
  if (address == MAP_FAILED) {
    return NULL;
  }
  atomic_fetch_add_explicit(&mapped_bytes, bytes, memory_order_relaxed);
  return address;
}

void os_unmap(void* address, size_t bytes) {
  if (bytes == 0) {
    return;
  }
  const int saved = errno;
  if (munmap(address, bytes) == 0) {
    atomic_fetch_sub_explicit(&mapped_bytes, bytes, memory_order_relaxed);
  }
  errno = saved;
}

void* os_map_aligned(size_t bytes, size_t alignment, size_t lead) {
  ASSERT_CHEAP((alignment & (alignment - 1)) == 0 && lead % PAGE_BYTES == 0);
  size_t padded;
  if (__builtin_add_overflow(bytes, alignment, &padded)) {
    return NULL;
  }
  char* const mapping = os_map(padded);
  if (mapping == NULL) {
    return NULL;
  }
  const uintptr_t start = (uintptr_t)mapping;
  const size_t before = rounded_up(start + lead, alignment) - lead - start;
  os_unmap(mapping, before);
  os_unmap(mapping + before + bytes, padded - before - bytes);
  return mapping + before;
}

static void* remapped(void* address, size_t bytes, size_t new_bytes, int flags) {
  const int saved = errno;
  void* const moved = mremap(address, bytes, new_bytes, flags);
  errno = saved;
  if (moved == MAP_FAILED) {
    return NULL;
  }
  atomic_fetch_add_explicit(&mapped_bytes, new_bytes - bytes, memory_order_relaxed);
  return moved;
}

bool os_extend(void* address, size_t bytes, size_t new_bytes) {
  return remapped(address, bytes, new_bytes, 0) != NULL;
}

void* os_grow(void* address, size_t bytes, size_t new_bytes) {
  return bytes == 0 ? os_map(new_bytes) : remapped(address, bytes, new_bytes, MREMAP_MAYMOVE);
}

bool os_move(void* from, void* to, size_t bytes) {
  const int saved = errno;
  void* const moved = mremap(from, bytes, bytes, MREMAP_MAYMOVE | MREMAP_FIXED, to);
  errno = saved;
  if (moved == MAP_FAILED) {
    return false;
  }
  atomic_fetch_sub_explicit(&mapped_bytes, bytes, memory_order_relaxed);
  return true;
}

void os_return_pages(void* address, size_t bytes) {
  const uintptr_t first = rounded_up((uintptr_t)address, PAGE_BYTES);
  const uintptr_t end = ((uintptr_t)address + bytes) / PAGE_BYTES * PAGE_BYTES;
  const int saved = errno;
  if (first < end) {
    (void)madvise((void*)first, end - first, MADV_DONTNEED);
  }
  errno = saved;
}

void os_ask_for_huge_pages(void* address, size_t bytes) {
  const int saved = errno;
  (void)madvise(address, bytes, MADV_HUGEPAGE);
  errno = saved;
}

size_t os_mapped_bytes(void) {
  return atomic_load_explicit(&mapped_bytes, memory_order_relaxed);
}
