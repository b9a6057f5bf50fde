/* Threads that record at once lose nothing. */
#include "../http/record.h"

#include <pthread.h>

#include "check.h"
#include "families.h"

enum { THREADS = 8, EACH = 2000 };

static void* record_many(void* record) {
  for (uint64_t i = 1; i <= EACH; i++) {
    record_success(record, i);
  }
  return NULL;
}

static uint64_t sum(const struct record* record) {
  uint64_t total = 0;
  for (uint64_t i = 0; i < record->successes; i++) {
    total += record->latencies[i];
  }
  return total;
}

static void check_threads(void) {
  struct record record;
  pthread_t threads[THREADS];
  record_start(&record, THREADS * EACH);
  for (size_t i = 0; i < THREADS; i++) {
    CHECK(pthread_create(&threads[i], NULL, record_many, &record) == 0);
  }
  for (size_t i = 0; i < THREADS; i++) {
    pthread_join(threads[i], NULL);
  }
  CHECK(record.successes == THREADS * EACH && record.failures == 0);
  CHECK(sum(&record) == THREADS * (uint64_t)EACH * (EACH + 1) / 2);
  record_end(&record);
}

static void check_giving_up(void) {
  struct record record;
  record_start(&record, 1);
  for (int i = 0; i < MOST_FAILURES; i++) {
    CHECK(!record_gave_up(&record));
    record_failure(&record, "on purpose");
  }
  CHECK(record_gave_up(&record));
  record_end(&record);
}

void check_record(void) {
  check_threads();
  check_giving_up();
}
