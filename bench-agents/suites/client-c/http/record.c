/* Each success draws a slot of its own, so that threads share two counters and nothing else. */
#include "record.h"

#include <stdio.h>
#include <stdlib.h>

#include "failure.h"

void record_start(struct record* record, uint64_t orders) {
  *record = (struct record){.capacity = orders, .latencies = calloc(orders, sizeof(uint64_t))};
  if (record->latencies == NULL) {
    fail("no memory for the latencies");
  }
}

void record_end(struct record* record) {
  free(record->latencies);
  record->latencies = NULL;
}

void record_success(struct record* record, uint64_t latency) {
  const uint64_t slot = __atomic_fetch_add(&record->successes, 1, __ATOMIC_RELAXED);
  if (record->latencies == NULL) {
    return;
  }
  if (slot >= record->capacity) {
    fail("an order was answered twice");
  }
  record->latencies[slot] = latency;
}

void record_failure(struct record* record, const char* reason) {
  if (__atomic_fetch_add(&record->failures, 1, __ATOMIC_RELAXED) == 0) {
    (void)fprintf(stderr, "an order failed: %s\n", reason);
  }
}

bool record_gave_up(const struct record* record) {
  return __atomic_load_n(&record->failures, __ATOMIC_RELAXED) >= MOST_FAILURES;
}
