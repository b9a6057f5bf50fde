/*
 * A few workers behind a queue. In the closed loop all orders wait from the start, and latency
 * begins when a worker takes one up; in the open loop it begins when the order fell due, so that
 * the wait in the queue counts.
 */
#include "../http/clock.h"
#include "lanes.h"
#include "queue.h"
#include "strategies.h"

enum { WORKERS = 20 };

static void work(struct lane* lane) {
  struct run* const run = lane->lanes->run;
  struct queue* const queue = lane->lanes->work_data;
  struct task task;
  while (queue_take(queue, &task)) {
    const uint64_t since = task.scheduled != 0 ? task.scheduled : clock_now();
    run_measured_order(run, &lane->exchange, task.number + 1, since);
    lane->ended = clock_now();
    queue_report_done(queue);
  }
}

static void put_when_due(struct run* run, struct queue* queue) {
  for (uint64_t i = 0; i < run->options->orders; i++) {
    const uint64_t due = run_await_due(run, i);
    queue_put(queue, (struct task){.number = i, .scheduled = due});
  }
}

static void feed(struct run* run, void* queue) {
  if (run->options->is_open) {
    put_when_due(run, queue);
  } else {
    queue_put_all(queue, run->options->orders);
  }
  queue_await(queue);
  queue_close(queue);
}

uint32_t play_pool(struct run* run) {
  const struct options* const options = run->options;
  struct queue queue;
  queue_start(&queue, options->orders);
  const uint32_t most = options->workers != 0 ? options->workers : WORKERS;
  const uint32_t workers = options->connections < most ? options->connections : most;
  lanes_play(run, workers, work, &queue, feed);
  queue_end(&queue);
  return 0;
}
