/* Objects above 1 MiB, or aligned to more than a granule: each a mapping of its own. */
#ifndef RINGPOOL_HUGE_H
#define RINGPOOL_HUGE_H

#include "types.h"

/* Zeroed, at a multiple of `alignment` (a power of two) and of a granule; NULL without memory. */
void* huge_take(size_t size, size_t alignment);
void huge_give(void* object);

/* The object with a new size, moved if need be without copying; NULL leaves it as it was. */
void* huge_resized(void* object, size_t size);
size_t huge_bytes(const void* object);

#endif
