/* What threads share of the pool classes: a stack of pointers per class. */
#ifndef RINGPOOL_POOL_CENTRAL_H
#define RINGPOOL_POOL_CENTRAL_H

#include "types.h"

/* Takes up to `wanted` objects; 0 without memory. */
size_t pool_central_take(unsigned class, void** objects, size_t wanted);

/* Never fails: there is room for every object of the class. */
void pool_central_give(unsigned class, void* const* objects, size_t count);

/* Around fork. */
void pool_centrals_lock(void);
void pool_centrals_unlock(void);
void pool_centrals_unlock_in_child(void);

/* How often the locks of classes `first` to `end` - 1 were taken. */
uint64_t pool_centrals_locked(unsigned first, unsigned end);

#endif
