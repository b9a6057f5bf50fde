/* Threads that do everything at random, on objects that also pass between them. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

#include "../ringpool/malloc_api.h"
#include "check.h"
#include "families.h"
#include "pattern.h"

enum { THREADS = 4, ROUNDS = 6, STEPS = 6000, SLOTS = 256 };

/* An object says itself what it must hold. */
struct object {
  size_t bytes; /* behind the header */
  unsigned seed;
  unsigned char contents[];
};

static struct object* _Atomic slots[SLOTS]; /* of all threads */

static uint32_t next_number(uint32_t* number) {
  *number ^= *number << 13;
  *number ^= *number >> 17;
  *number ^= *number << 5;
  return *number;
}

/* Mostly small, now and then huge. */
static size_t random_bytes(uint32_t* number) {
  static const size_t LIMITS[] = {200, 200, 200, 1500, 1500, 40000, 40000, 1100000};
  const uint32_t chosen = next_number(number);
  return next_number(number) % LIMITS[chosen % 8] * (chosen % 1024 == 0 ? 3 : 1);
}

static struct object* filled(struct object* object, size_t bytes, unsigned seed) {
  CHECK(object != NULL);
  object->bytes = bytes;
  object->seed = seed;
  pattern_fill(object->contents, bytes, seed);
  return object;
}

static struct object* taken(uint32_t* number) {
  const size_t bytes = random_bytes(number);
  const size_t whole = bytes + sizeof(struct object);
  const uint32_t way = next_number(number);
  void* object = NULL;
  switch (way % 8) {
  case 0:
    object = ringpool_calloc(1, whole);
    CHECK(object != NULL && all_zero(object, whole));
    break;
  case 1:
    object = ringpool_memalign((size_t)1 << way / 8 % 18, whole);
    CHECK((uintptr_t)object % ((size_t)1 << way / 8 % 18) == 0);
    break;
  default:
    object = ringpool_malloc(whole);
  }
  return filled(object, bytes, way);
}

static void given_back(struct object* object) {
  CHECK(pattern_holds(object->contents, object->bytes, object->seed));
  ringpool_free(object);
}

static struct object* resized(struct object* object, uint32_t* number) {
  const size_t before = object->bytes;
  const size_t bytes = random_bytes(number);
  struct object* const other = ringpool_realloc(object, bytes + sizeof *object);
  CHECK(other != NULL);
  CHECK(pattern_holds(other->contents, before < bytes ? before : bytes, other->seed));
  return filled(other, bytes, other->seed + 1);
}

static void* play(void* seed) {
  uint32_t number = (uint32_t)(uintptr_t)seed;
  for (unsigned i = 0; i < STEPS; i++) {
    struct object* _Atomic* const slot = &slots[next_number(&number) % SLOTS];
    struct object* object = atomic_exchange(slot, NULL);
    if (object == NULL) {
      object = taken(&number);
    } else if (next_number(&number) % 4 == 0) {
      object = resized(object, &number);
    } else {
      given_back(object);
      continue;
    }
    object = atomic_exchange(slot, object);
    if (object != NULL) {
      given_back(object); /* another thread was faster */
    }
  }
  return NULL;
}

void check_stress(void) {
  for (uintptr_t round = 1; round <= ROUNDS; round++) {
    pthread_t threads[THREADS];
    for (uintptr_t i = 0; i < THREADS; i++) {
      CHECK(pthread_create(&threads[i], NULL, play, (void*)(round * 1000003 + i * 7919)) == 0);
    }
    for (unsigned i = 0; i < THREADS; i++) {
      CHECK(pthread_join(threads[i], NULL) == 0);
    }
  }
  for (unsigned i = 0; i < SLOTS; i++) {
    struct object* const object = atomic_exchange(&slots[i], NULL);
    if (object != NULL) {
      given_back(object);
    }
  }
}
