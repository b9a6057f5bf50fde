/* Tiny objects when the thread's list is empty or full. */
#ifndef RINGPOOL_TINY_H
#define RINGPOOL_TINY_H

#include "types.h"

/* An object after the list turned out empty; NULL without memory. */
void* tiny_refill(unsigned class);

/* Keeps an object after the list turned out full. */
void tiny_overflow(unsigned class, void* address);

/* Opens and empties the lists of a thread. */
void tiny_open(struct thread_cache* cache);
void tiny_close(struct thread_cache* cache);

#endif
