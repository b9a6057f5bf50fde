#include "limit.h"

#include <math.h>
#include <stdlib.h>

struct limit limit_fixed(uint32_t allowed) {
  return (struct limit){.allowed = allowed, .most = allowed, .is_fixed = true};
}

struct limit limit_adaptive(uint32_t most) {
  return (struct limit){.allowed = 2 < most ? 2 : most, .most = most};
}

static bool is_probing(const struct limit* limit) {
  return limit->windows % LIMIT_WINDOWS_BETWEEN_PROBES == 0;
}

uint32_t limit_now(const struct limit* limit) {
  return !limit->is_fixed && is_probing(limit) ? 1 : (uint32_t)limit->allowed;
}

static int by_size(const void* left, const void* right) {
  const uint64_t a = *(const uint64_t*)left;
  const uint64_t b = *(const uint64_t*)right;
  return (a > b) - (a < b);
}

static uint64_t median(uint64_t* latencies) {
  qsort(latencies, LIMIT_WINDOW, sizeof *latencies, by_size);
  return latencies[LIMIT_WINDOW / 2];
}

static double clamp(double value, double least, double most) {
  return value < least ? least : value > most ? most : value;
}

static void follow(struct limit* limit, uint64_t latency) {
  const double gradient = clamp((double)limit->unloaded / (double)latency, 0.5, 1);
  const double wanted = limit->allowed * gradient + sqrt(limit->allowed);
  limit->allowed = clamp(wanted, 1, limit->most);
}

static void end_window(struct limit* limit) {
  const uint64_t latency = median(limit->window);
  if (is_probing(limit)) {
    limit->unloaded = latency;
  } else if (limit->was_reached) {
    follow(limit, latency);
  }
  limit->windows++;
  limit->filled = 0;
  limit->was_reached = false;
}

void limit_learn(struct limit* limit, uint64_t latency, uint32_t in_flight) {
  if (limit->is_fixed) {
    return;
  }
  limit->was_reached |= in_flight >= limit_now(limit);
  limit->window[limit->filled++] = latency > 0 ? latency : 1;
  if (limit->filled == LIMIT_WINDOW) {
    end_window(limit);
  }
}
