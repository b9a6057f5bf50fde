/* What threads share of the tiny classes: batches of free objects, and spans to cut new ones from.
 */
#ifndef RINGPOOL_TINY_CENTRAL_H
#define RINGPOOL_TINY_CENTRAL_H

#include "types.h"

/* Objects of a full batch. */
uint32_t tiny_batch_count(unsigned class);

/* A batch with at least one object; without memory one with none. */
struct batch tiny_central_take(unsigned class);
void tiny_central_give(unsigned class, struct batch batch);

/* Around fork. */
void tiny_centrals_lock(void);
void tiny_centrals_unlock(void);
void tiny_centrals_unlock_in_child(void);

/* How often the locks were taken. */
uint64_t tiny_centrals_locked(void);

#endif
