/* A thread's cache, from its first slow way to its end. */
#ifndef RINGPOOL_THREAD_CACHE_H
#define RINGPOOL_THREAD_CACHE_H

#include "types.h"

extern _Thread_local struct thread_cache thread_cache
    __attribute__((tls_model("initial-exec"), visibility("hidden")));

/* This thread's cache, opened if need be; NULL if the thread has ended and only its last
 * destructors still run: then objects go straight to and from the centrals. */
struct thread_cache* thread_cache_opened(void);

/* Bytes that one thread's cache takes, slots of the rings included. */
size_t thread_cache_bytes(void);

#endif
