/* One lock and two conditions; a queue never grows, so that putting never allocates. */
#include "queue.h"

#include <stdlib.h>

#include "../http/failure.h"

void queue_start(struct queue* queue, uint64_t capacity) {
  *queue = (struct queue){.capacity = capacity};
  queue->tasks = calloc(capacity, sizeof *queue->tasks);
  if (queue->tasks == NULL || pthread_mutex_init(&queue->lock, NULL) != 0 ||
      pthread_cond_init(&queue->not_empty, NULL) != 0 ||
      pthread_cond_init(&queue->all_done, NULL) != 0) {
    fail("no memory for the queue");
  }
}

void queue_end(struct queue* queue) {
  pthread_cond_destroy(&queue->all_done);
  pthread_cond_destroy(&queue->not_empty);
  pthread_mutex_destroy(&queue->lock);
  free(queue->tasks);
}

static void append(struct queue* queue, struct task task) {
  if (queue->put == queue->capacity) {
    fail("more orders than the queue was made for");
  }
  queue->tasks[queue->put++] = task;
}

void queue_put(struct queue* queue, struct task task) {
  pthread_mutex_lock(&queue->lock);
  append(queue, task);
  pthread_cond_signal(&queue->not_empty);
  pthread_mutex_unlock(&queue->lock);
}

void queue_put_all(struct queue* queue, uint64_t count) {
  pthread_mutex_lock(&queue->lock);
  for (uint64_t number = 0; number < count; number++) {
    append(queue, (struct task){.number = number});
  }
  pthread_cond_broadcast(&queue->not_empty);
  pthread_mutex_unlock(&queue->lock);
}

bool queue_take(struct queue* queue, struct task* task) {
  pthread_mutex_lock(&queue->lock);
  while (queue->taken == queue->put && !queue->is_closed) {
    pthread_cond_wait(&queue->not_empty, &queue->lock);
  }
  const bool is_taken = queue->taken < queue->put;
  if (is_taken) {
    *task = queue->tasks[queue->taken++];
  }
  pthread_mutex_unlock(&queue->lock);
  return is_taken;
}

void queue_report_done(struct queue* queue) {
  pthread_mutex_lock(&queue->lock);
  queue->done++;
  if (queue->done == queue->put) {
    pthread_cond_signal(&queue->all_done);
  }
  pthread_mutex_unlock(&queue->lock);
}

void queue_await(struct queue* queue) {
  pthread_mutex_lock(&queue->lock);
  while (queue->done < queue->put) {
    pthread_cond_wait(&queue->all_done, &queue->lock);
  }
  queue->put = queue->taken = queue->done = 0;
  pthread_mutex_unlock(&queue->lock);
}

void queue_close(struct queue* queue) {
  pthread_mutex_lock(&queue->lock);
  queue->is_closed = true;
  pthread_cond_broadcast(&queue->not_empty);
  pthread_mutex_unlock(&queue->lock);
}
