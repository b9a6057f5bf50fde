/* What became of the orders: latencies of those that succeeded, and how many did not. */
#ifndef HTTP_RECORD_H
#define HTTP_RECORD_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { MOST_FAILURES = 100 };

/* Filled by many threads at once; read the fields when those have been joined. */
struct record {
  uint64_t* latencies; /* in ns, in the sequence of completion; NULL: nobody asks for them */
  uint64_t capacity;
  uint64_t successes, failures;
};

void record_start(struct record* record, uint64_t orders);
void record_end(struct record* record);

void record_success(struct record* record, uint64_t latency);
/* Tells the first failure on standard error. */
void record_failure(struct record* record, const char* reason);
/* True after so many failures that more orders would only waste time. */
bool record_gave_up(const struct record* record);

#ifdef __cplusplus
}
#endif

#endif
