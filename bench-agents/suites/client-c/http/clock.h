/* One clock for latencies, one for the work done. */
#ifndef HTTP_CLOCK_H
#define HTTP_CLOCK_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* CLOCK_MONOTONIC in nanoseconds. */
uint64_t clock_now(void);

/* User and system time of all threads of this process, in seconds. */
double clock_cpu(void);

/* Returns at `when` or a little later; at once if that has passed. */
void clock_sleep_until(uint64_t when);

/* Lets this thread and those it starts wake on time rather than within 50 us. */
void clock_wake_exactly(void);

#ifdef __cplusplus
}
#endif

#endif
