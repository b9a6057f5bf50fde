/* Memory from the operating system. Failures are NULL or false; errno is kept throughout. */
#ifndef RINGPOOL_OS_MEMORY_H
#define RINGPOOL_OS_MEMORY_H

#include "types.h"

static inline uintptr_t rounded_up(uintptr_t number, uintptr_t multiple) {
  return (number + multiple - 1) & ~(multiple - 1);
}

/* Zeroed pages. */
void* os_map(size_t bytes);
void os_unmap(void* address, size_t bytes);

/* Zeroed pages whose address plus `lead` is a multiple of `alignment`; address space beyond what
 * was asked for is returned at once. */
void* os_map_aligned(size_t bytes, size_t alignment, size_t lead);

/* Makes a mapping longer where it stands. */
bool os_extend(void* address, size_t bytes, size_t new_bytes);

/* Makes a mapping longer and lets it move. */
void* os_grow(void* address, size_t bytes, size_t new_bytes);

/* Moves pages onto a mapping that exists already. */
bool os_move(void* from, void* to, size_t bytes);

/* Gives the whole pages of a range back and keeps the addresses. */
void os_return_pages(void* address, size_t bytes);
void os_ask_for_huge_pages(void* address, size_t bytes);

/* Bytes of address space mapped now. */
size_t os_mapped_bytes(void);

#endif
