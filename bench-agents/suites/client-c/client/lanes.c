/* Nothing of a lane is read or freed before its thread has been joined. */
#include "lanes.h"

#include <stdlib.h>

#include "../http/clock.h"
#include "../http/failure.h"

static void warm_up(struct lane* lane) {
  struct run* const run = lane->lanes->run;
  for (uint64_t i = lane->index; i < run->options->warmup; i += lane->lanes->count) {
    run_warmup_order(run, &lane->exchange, i + 1);
  }
}

static void* play_lane(void* address) {
  struct lane* const lane = address;
  warm_up(lane);
  pthread_barrier_wait(&lane->lanes->meeting);
  pthread_barrier_wait(&lane->lanes->meeting);
  lane->ended = lane->lanes->run->started;
  lane->lanes->work(lane);
  return NULL;
}

static void start_lanes(struct lanes* lanes) {
  lanes->all = calloc(lanes->count, sizeof *lanes->all);
  if (lanes->all == NULL || pthread_barrier_init(&lanes->meeting, NULL, lanes->count + 1) != 0) {
    fail("no memory for the threads");
  }
  for (uint32_t i = 0; i < lanes->count; i++) {
    struct lane* const lane = &lanes->all[i];
    lane->lanes = lanes;
    lane->index = i;
    exchange_start(&lane->exchange, &lanes->run->target);
    if (pthread_create(&lane->thread, NULL, play_lane, lane) != 0) {
      fail_with(1, "thread %u of %u cannot be started", i + 1, lanes->count);
    }
  }
}

static uint64_t join_lanes(struct lanes* lanes) {
  uint64_t ended = 0;
  for (uint32_t i = 0; i < lanes->count; i++) {
    struct lane* const lane = &lanes->all[i];
    pthread_join(lane->thread, NULL);
    ended = lane->ended > ended ? lane->ended : ended;
  }
  return ended;
}

static void end_lanes(struct lanes* lanes) {
  for (uint32_t i = 0; i < lanes->count; i++) {
    exchange_end(&lanes->all[i].exchange);
  }
  pthread_barrier_destroy(&lanes->meeting);
  free(lanes->all);
}

void lanes_play(struct run* run, uint32_t count, void (*work)(struct lane*), void* work_data,
                void (*feed)(struct run*, void*)) {
  struct lanes lanes = {.run = run, .count = count, .work = work, .work_data = work_data};
  start_lanes(&lanes);
  pthread_barrier_wait(&lanes.meeting);
  run_begin_measured(run);
  pthread_barrier_wait(&lanes.meeting);
  if (feed != NULL) {
    feed(run, work_data);
  }
  run_finish_measured(run, join_lanes(&lanes));
  end_lanes(&lanes);
}
