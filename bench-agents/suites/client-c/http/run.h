/* One run of a client: warm-up, measured part, and the line that tells about it. */
#ifndef HTTP_RUN_H
#define HTTP_RUN_H

#include <stdint.h>

#include "exchange.h"
#include "options.h"
#include "record.h"

#ifdef __cplusplus
extern "C" {
#endif

struct run {
  const struct options* options;
  struct target target;
  struct record warmup, measured;
  uint64_t started, ended; /* of the measured part, on the one clock */
  double cpu_before_s, cpu_s;
};

void run_start(struct run* run, const struct options* options);
void run_end(struct run* run);

/* Between these two lies the measured part; all threads of the client stand still at both. */
void run_begin_measured(struct run* run);
void run_finish_measured(struct run* run, uint64_t ended);

/* When order `index` (from 0) falls due in the open loop. */
uint64_t run_due(const struct run* run, uint64_t index);
/* Sleeps until then, unless the client has given up; says when it was. */
uint64_t run_await_due(const struct run* run, uint64_t index);

/* Sends one order on a lane and waits for its answer. Its latency counts from `since`. */
void run_warmup_order(struct run* run, struct exchange* exchange, uint64_t number);
void run_measured_order(struct run* run, struct exchange* exchange, uint64_t number,
                        uint64_t since);

/* Hands back the latencies and prints the line. `in_flight` is left out if it is 0. */
void run_report(const struct run* run, uint32_t in_flight);

#ifdef __cplusplus
}
#endif

#endif
