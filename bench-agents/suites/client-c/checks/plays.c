#include "plays.h"

#include "../client/strategies.h"
#include "check.h"

const struct play plays[STRATEGIES] = {
    {"thread-per-connection", play_thread_per_connection, 30, 30},
    {"pool", play_pool, 20, 20},
    {"multi", play_multi, 8, 1},
    {"multi-adaptive", play_multi_adaptive, 8, 1},
};

struct options play_options(void) {
  return (struct options){
      .connections = 30, .workers = 20, .in_flight = 8, .orders = 400, .warmup = 60, .seed = 1};
}

static uint64_t count_slow(const struct record* record, uint64_t slow_ns) {
  uint64_t slow = 0;
  for (uint64_t i = 0; i < record->successes; i++) {
    slow += record->latencies[i] >= slow_ns;
  }
  return slow;
}

struct played play_against(struct stand_in* server, const struct play* play,
                           const struct options* options, uint64_t slow_ns) {
  struct options here = *options;
  here.address = server->address;
  struct run run;
  run_start(&run, &here);
  const uint32_t in_flight = play->play(&run);
  const struct played played = {
      .successes = run.measured.successes,
      .failures = run.measured.failures,
      .errors = here.orders - run.measured.successes,
      .slow = count_slow(&run.measured, slow_ns),
      .in_flight = in_flight,
  };
  CHECK(run.ended >= run.started);
  run_end(&run);
  stand_in_end(server);
  return played;
}
