/* Threads that end, threads that free what others made, and what runs after a thread's end. */
#include <pthread.h>
#include <stdatomic.h>

#include "../ringpool/malloc_api.h"
#include "../ringpool/ringpool.h"
#include "check.h"
#include "families.h"
#include "pattern.h"

enum { OBJECTS = 500, GENERATIONS = 300, HANDED_OVER = 20000, BELT = 64 };

static size_t size_of(unsigned i) {
  return i % 5 == 4 ? 2000 + i * 60 : 1 + i % 1024;
}

static void* take_and_free(void* unused) {
  (void)unused;
  unsigned char* objects[OBJECTS];
  for (unsigned i = 0; i < OBJECTS; i++) {
    objects[i] = ringpool_malloc(size_of(i));
    pattern_fill(objects[i], size_of(i), i);
  }
  for (unsigned i = 0; i < OBJECTS; i++) {
    CHECK(pattern_holds(objects[i], size_of(i), i));
    ringpool_free(objects[i]);
  }
  return NULL;
}

static void run_thread(void* (*work)(void*)) {
  pthread_t thread;
  CHECK(pthread_create(&thread, NULL, work, NULL) == 0);
  CHECK(pthread_join(thread, NULL) == 0);
}

static uint64_t mapped_bytes(void) {
  struct ringpool_statistics statistics;
  ringpool_statistics(&statistics);
  return statistics.mapped_bytes;
}

/* What a thread kept serves the next one: no generation needs more from the system. */
static void check_thread_ends(void) {
  run_thread(take_and_free);
  const uint64_t before = mapped_bytes();
  for (unsigned i = 0; i < GENERATIONS; i++) {
    run_thread(take_and_free);
  }
  CHECK(mapped_bytes() == before);
}

static unsigned char* _Atomic belt[BELT];

static void* produce(void* unused) {
  (void)unused;
  for (unsigned i = 0; i < HANDED_OVER; i++) {
    unsigned char* const object = ringpool_malloc(size_of(i % OBJECTS));
    pattern_fill(object, size_of(i % OBJECTS), i);
    while (atomic_load_explicit(&belt[i % BELT], memory_order_acquire) != NULL) {
      sched_yield();
    }
    atomic_store_explicit(&belt[i % BELT], object, memory_order_release);
  }
  return NULL;
}

static void* consume(void* unused) {
  (void)unused;
  for (unsigned i = 0; i < HANDED_OVER; i++) {
    unsigned char* object;
    while ((object = atomic_exchange(&belt[i % BELT], NULL)) == NULL) {
      sched_yield();
    }
    CHECK(pattern_holds(object, size_of(i % OBJECTS), i));
    ringpool_free(object);
  }
  return NULL;
}

/* One thread only takes, the other only frees; objects must find their way back. */
static void check_handing_over(void) {
  pthread_t producer;
  pthread_t consumer;
  const uint64_t before = mapped_bytes();
  CHECK(pthread_create(&producer, NULL, produce, NULL) == 0);
  CHECK(pthread_create(&consumer, NULL, consume, NULL) == 0);
  CHECK(pthread_join(producer, NULL) == 0 && pthread_join(consumer, NULL) == 0);
  CHECK(mapped_bytes() - before < 256U << 20);
}

static pthread_key_t late_key;

/* Runs again and again, as destructors may, also after ringpool closed the thread's cache. */
static void use_late(void* rounds) {
  for (unsigned i = 0; i < OBJECTS; i++) {
    void* const object = ringpool_malloc(size_of(i));
    CHECK(object != NULL);
    ringpool_free(object);
  }
  if (rounds != (void*)1) {
    pthread_setspecific(late_key, (char*)rounds - 1);
  }
}

static void* end_late(void* unused) {
  pthread_setspecific(late_key, (void*)3);
  return take_and_free(unused);
}

static void check_after_the_end(void) {
  CHECK(pthread_key_create(&late_key, use_late) == 0);
  for (unsigned i = 0; i < 20; i++) {
    run_thread(end_late);
  }
  CHECK(pthread_key_delete(late_key) == 0);
}

void check_threads(void) {
  check_thread_ends();
  check_handing_over();
  check_after_the_end();
}
