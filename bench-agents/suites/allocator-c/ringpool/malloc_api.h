/* The exported names. With RINGPOOL_RENAMED they are ringpool_malloc and so on, so that a program
 * can use ringpool beside the allocator of its sanitizer. */
#ifndef RINGPOOL_MALLOC_API_H
#define RINGPOOL_MALLOC_API_H

#include <stddef.h>

#ifdef RINGPOOL_RENAMED
#define API(name) ringpool_##name
#else
#define API(name) name
#endif

#define EXPORTED __attribute__((visibility("default")))

EXPORTED void* API(malloc)(size_t size);
EXPORTED void API(free)(void* object);
EXPORTED void* API(calloc)(size_t count, size_t size);
EXPORTED void* API(realloc)(void* object, size_t size);
EXPORTED void* API(reallocarray)(void* object, size_t count, size_t size);
EXPORTED void* API(aligned_alloc)(size_t alignment, size_t size);
EXPORTED void* API(memalign)(size_t alignment, size_t size);
EXPORTED int API(posix_memalign)(void** place, size_t alignment, size_t size);
EXPORTED void* API(valloc)(size_t size);
EXPORTED void* API(pvalloc)(size_t size);
EXPORTED size_t API(malloc_usable_size)(void* object);

#endif
