/* Counting what the structures know about themselves. */
#include "os_memory.h"
#include "pool_central.h"
#include "ringpool.h"
#include "spans.h"
#include "thread_cache.h"
#include "tiny_central.h"

void ringpool_statistics(struct ringpool_statistics* statistics) {
  *statistics = (struct ringpool_statistics){
      .tiny_locks = tiny_centrals_locked(),
      .l2_locks = pool_centrals_locked(FIRST_POOL_CLASS, FIRST_L25_CLASS),
      .l25_locks = pool_centrals_locked(FIRST_L25_CLASS, CLASS_HUGE),
      .span_locks = spans_locked(),
      .thread_local_bytes = thread_cache_bytes(),
      .mapped_bytes = os_mapped_bytes(),
  };
}
