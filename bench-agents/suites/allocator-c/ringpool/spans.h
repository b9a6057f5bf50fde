/* Spans: granules in a row for objects of one class, cut from chunks and never given back. */
#ifndef RINGPOOL_SPANS_H
#define RINGPOOL_SPANS_H

#include "types.h"

/* Objects of different use come from different chunks, so that huge pages serve one of them. */
enum span_kind { SPANS_TINY, SPANS_L2, SPANS_L25, SPAN_KINDS };

/* A zeroed span of whole granules, entered into the span map; NULL without memory. */
void* span_take(enum span_kind kind, size_t bytes, unsigned class);

/* Around fork, so that the child finds the lock free and the chunks whole. */
void spans_lock(void);
void spans_unlock(void);
void spans_unlock_in_child(void);

/* How often the lock was taken. */
uint64_t spans_locked(void);

#endif
