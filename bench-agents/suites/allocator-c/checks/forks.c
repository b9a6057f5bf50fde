/* A child has every lock free and may allocate and free, whatever other threads were doing. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../ringpool/malloc_api.h"
#include "check.h"
#include "families.h"

enum { WORKERS = 3, FORKS = 40, SIZES = 200 };

static atomic_bool is_over;

static void take_and_free_many(void) {
  void* objects[SIZES];
  for (unsigned i = 0; i < SIZES; i++) {
    objects[i] = ringpool_malloc((size_t)i * i * 7 + 1);
    CHECK(objects[i] != NULL);
  }
  for (unsigned i = 0; i < SIZES; i++) {
    ringpool_free(objects[i]);
  }
}

static void* keep_locks_busy(void* unused) {
  while (!atomic_load(&is_over)) {
    take_and_free_many();
  }
  return unused;
}

static void fork_once(void* made_before) {
  int status = 0;
  const pid_t child = fork();
  CHECK(child >= 0);
  if (child == 0) {
    alarm(20); /* a lock that is never released must not hang the check */
    ringpool_free(made_before);
    take_and_free_many();
    _exit(0);
  }
  CHECK(waitpid(child, &status, 0) == child && status == 0);
  ringpool_free(made_before);
}

void check_fork(void) {
  pthread_t workers[WORKERS];
  const unsigned count = CAN_FORK_WITH_THREADS ? WORKERS : 0;
  for (unsigned i = 0; i < count; i++) {
    CHECK(pthread_create(&workers[i], NULL, keep_locks_busy, NULL) == 0);
  }
  for (unsigned i = 0; i < FORKS; i++) {
    fork_once(ringpool_malloc((size_t)i * 1000));
  }
  atomic_store(&is_over, true);
  for (unsigned i = 0; i < count; i++) {
    CHECK(pthread_join(workers[i], NULL) == 0);
  }
}
