/* All locks are held across fork, in the order in which they nest: centrals before spans. */
#include "forking.h"

#include <pthread.h>

#include "pool_central.h"
#include "spans.h"
#include "tiny_central.h"

static void before(void) {
  tiny_centrals_lock();
  pool_centrals_lock();
  spans_lock();
}

static void after_in_parent(void) {
  spans_unlock();
  pool_centrals_unlock();
  tiny_centrals_unlock();
}

static void after_in_child(void) {
  spans_unlock_in_child();
  pool_centrals_unlock_in_child();
  tiny_centrals_unlock_in_child();
}

/* As the library is loaded, so that these handlers stand before all others: registering later, in
 * the first malloc, could itself need malloc. */
__attribute__((constructor)) void forking_register(void) {
  pthread_atfork(before, after_in_parent, after_in_child);
}
