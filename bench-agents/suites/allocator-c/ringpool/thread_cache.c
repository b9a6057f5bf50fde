/* Opening a cache at a thread's first call and giving everything back at its end. */
#include "thread_cache.h"

#include <pthread.h>

#include "assertions.h"
#include "pool.h"
#include "settings.h"
#include "tiny.h"

_Thread_local struct thread_cache thread_cache;

static pthread_key_t at_thread_end;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void close_cache(void* address) {
  struct thread_cache* const cache = address;
  cache->state = THREAD_ENDED;
  tiny_close(cache);
  pool_close(cache);
}

static void make_key(void) {
  if (pthread_key_create(&at_thread_end, close_cache) != 0) {
    give_up("no thread-specific key is left");
  }
}

/* The state changes first: what follows may itself allocate. */
static void open_cache(struct thread_cache* cache) {
  cache->state = THREAD_OPEN;
  settings_read();
  tiny_open(cache);
  pool_open(cache);
  pthread_once(&once, make_key);
  pthread_setspecific(at_thread_end, cache);
}

struct thread_cache* thread_cache_opened(void) {
  struct thread_cache* const cache = &thread_cache;
  if (cache->state == THREAD_NEW) {
    open_cache(cache);
  }
  return cache->state == THREAD_OPEN ? cache : NULL;
}

size_t thread_cache_bytes(void) {
  return sizeof(struct thread_cache) + pool_slot_bytes();
}
