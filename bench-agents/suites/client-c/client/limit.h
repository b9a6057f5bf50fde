/* How many orders may be in flight: a controller that follows the latency (a gradient). */
#ifndef CLIENT_LIMIT_H
#define CLIENT_LIMIT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { LIMIT_WINDOW = 32, LIMIT_WINDOWS_BETWEEN_PROBES = 64 };

/*
 * Latencies are looked at in windows of LIMIT_WINDOW orders, each by its median, which a single
 * hiccup does not move. The latency without load is the median of a window with one order in
 * flight: the first window, and one of every LIMIT_WINDOWS_BETWEEN_PROBES after it, because the
 * machine's mood changes. After each other window
 *
 *     limit <- limit * clamp(unloaded / median, 1/2, 1) + sqrt(limit)
 *
 * Where latency does not grow with the limit, the limit grows by its square root; where latency
 * grows in proportion, orders only queue at the server, and the limit settles a square root above
 * what keeps the server busy. Windows in which the limit was never reached teach nothing.
 */
struct limit {
  double allowed; /* what the gradient wants, 1 to most */
  double most;
  uint64_t unloaded; /* latency with one order in flight, in ns; 0: not yet known */
  uint64_t windows;
  uint64_t window[LIMIT_WINDOW];
  size_t filled;
  bool is_fixed, was_reached;
};

struct limit limit_fixed(uint32_t allowed);
struct limit limit_adaptive(uint32_t most);

/* Orders that may be in flight now, at least 1. */
uint32_t limit_now(const struct limit* limit);

/* An order came back `latency` ns after it was sent, and `in_flight` were out with it. */
void limit_learn(struct limit* limit, uint64_t latency, uint32_t in_flight);

#endif
