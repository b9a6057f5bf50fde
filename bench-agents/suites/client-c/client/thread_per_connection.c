/* As many threads as connections; order i is the business of thread i modulo their number. */
#include "../http/clock.h"
#include "lanes.h"
#include "strategies.h"

static void send_share(struct lane* lane) {
  struct run* const run = lane->lanes->run;
  for (uint64_t i = lane->index; i < run->options->orders; i += lane->lanes->count) {
    const uint64_t since = run->options->is_open ? run_await_due(run, i) : clock_now();
    run_measured_order(run, &lane->exchange, i + 1, since);
  }
  lane->ended = clock_now();
}

uint32_t play_thread_per_connection(struct run* run) {
  lanes_play(run, run->options->connections, send_share, NULL, NULL);
  return 0;
}
