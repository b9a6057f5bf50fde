/* A first-in-first-out queue of numbered orders between one thread that puts and many that take. */
#ifndef CLIENT_QUEUE_H
#define CLIENT_QUEUE_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

/* An order that waits: its number, and from when its latency counts. */
struct task {
  uint64_t number;
  uint64_t scheduled; /* 0: from when a worker begins it */
};

struct queue {
  pthread_mutex_t lock;
  pthread_cond_t not_empty, all_done;
  struct task* tasks;
  uint64_t capacity, put, taken, done;
  bool is_closed;
};

/* Holds up to `capacity` tasks over its whole life between two calls of queue_await. */
void queue_start(struct queue* queue, uint64_t capacity);
/* Everybody who used it must have been joined. */
void queue_end(struct queue* queue);

void queue_put(struct queue* queue, struct task task);
/* Puts orders 0 to count - 1, unscheduled, in one step. */
void queue_put_all(struct queue* queue, uint64_t count);

/* Waits for a task. False: the queue is closed and empty. */
bool queue_take(struct queue* queue, struct task* task);
/* Each task that was taken is reported once, when its result has been stored. */
void queue_report_done(struct queue* queue);

/* Waits until every task that was put is done, not merely taken; the queue is then as new. */
void queue_await(struct queue* queue);
void queue_close(struct queue* queue);

#endif
