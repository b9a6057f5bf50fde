/* Pool objects when the thread's ring is empty or full. */
#ifndef RINGPOOL_POOL_H
#define RINGPOOL_POOL_H

#include "types.h"

/* An object after the ring turned out empty; NULL without memory. */
void* pool_refill(unsigned class);

/* Keeps an object after the ring turned out full. */
void pool_overflow(unsigned class, void* object);

/* Opens the rings of a thread, or none of them without memory; empties and closes them. */
void pool_open(struct thread_cache* cache);
void pool_close(struct thread_cache* cache);

/* Bytes of the slots that a thread's rings use. */
size_t pool_slot_bytes(void);

#endif
