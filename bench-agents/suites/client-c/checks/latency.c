/*
 * Coordinated omission: a server that stands still for 400 ms. In the open loop every order that
 * fell due meanwhile was late and must say so; in the closed loop only those in flight can know.
 */
#include "check.h"
#include "families.h"
#include "plays.h"

enum { STALL_MS = 400, SLOW_NS = 200000000, RATE = 2000, ORDERS = 1200 };

static struct played play_with_stall(const struct play* play, bool is_open) {
  static struct stand_in server;
  struct options options = play_options();
  options.keeps_alive = true;
  options.orders = ORDERS;
  options.is_open = is_open;
  options.rate = is_open ? RATE : 0;
  stand_in_start(&server, (struct mischief){.stalls_at = 300, .stall_ms = STALL_MS});
  const struct played played = play_against(&server, play, &options, SLOW_NS);
  CHECK(played.successes == ORDERS);
  return played;
}

/* 2,000 orders a second fall due in the first half of the stall, each at least 200 ms before its
 * end. */
static void check_open(const struct play* play) {
  const uint64_t late = (STALL_MS - SLOW_NS / 1000000) * RATE / 1000;
  CHECK(play_with_stall(play, true).slow >= late * 9 / 10);
}

static void check_closed(const struct play* play) {
  const uint64_t slow = play_with_stall(play, false).slow;
  CHECK(slow >= 1 && slow <= 4 * (uint64_t)play->in_flight);
}

void check_latency(void) {
  for (size_t i = 0; i < STRATEGIES; i++) {
    check_open(&plays[i]);
    check_closed(&plays[i]);
  }
}
