/* The kernel counts CPU time per process exactly; nothing is sampled. */
#include "clock.h"

#include <errno.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <time.h>

enum { NS_PER_S = 1000000000 };

uint64_t clock_now(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (uint64_t)now.tv_sec * NS_PER_S + (uint64_t)now.tv_nsec;
}

static double seconds(const struct timeval* time) {
  return (double)time->tv_sec + 1e-6 * (double)time->tv_usec;
}

double clock_cpu(void) {
  struct rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  return seconds(&usage.ru_utime) + seconds(&usage.ru_stime);
}

void clock_sleep_until(uint64_t when) {
  const struct timespec time = {.tv_sec = (time_t)(when / NS_PER_S),
                                .tv_nsec = (long)(when % NS_PER_S)};
  while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &time, NULL) == EINTR) {
  }
}

void clock_wake_exactly(void) {
  (void)prctl(PR_SET_TIMERSLACK, 1UL, 0UL, 0UL, 0UL);
}
