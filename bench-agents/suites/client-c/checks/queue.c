/* First in, first out, each task to one worker; done means done, and not merely taken. */
#include "../client/queue.h"

#include <pthread.h>
#include <semaphore.h>
#include <time.h>

#include "check.h"
#include "families.h"

enum { WORKERS = 6, TASKS = 3000 };

static void check_order_of_tasks(void) {
  struct queue queue;
  struct task task;
  queue_start(&queue, 12);
  queue_put_all(&queue, 10);
  queue_put(&queue, (struct task){.number = 10, .scheduled = 77});
  for (uint64_t i = 0; i <= 10; i++) {
    CHECK(queue_take(&queue, &task) && task.number == i);
    queue_report_done(&queue);
  }
  CHECK(task.scheduled == 77);
  queue_await(&queue);
  queue_close(&queue);
  CHECK(!queue_take(&queue, &task));
  queue_end(&queue);
}

struct crew {
  struct queue queue;
  sem_t has_last; /* somebody has taken the last task and is not done with it */
  uint64_t taken[TASKS];
  uint64_t finished;
};

static void* work(void* address) {
  struct crew* const crew = address;
  struct task task;
  while (queue_take(&crew->queue, &task)) {
    __atomic_fetch_add(&crew->taken[task.number], 1, __ATOMIC_RELAXED);
    if (task.number + 1 == TASKS) {
      sem_post(&crew->has_last);
      nanosleep(&(struct timespec){.tv_nsec = 30000000}, NULL);
    }
    __atomic_fetch_add(&crew->finished, 1, __ATOMIC_RELAXED);
    queue_report_done(&crew->queue);
  }
  return NULL;
}

static void play_once(struct crew* crew, uint64_t times) {
  for (uint64_t i = 0; i < TASKS; i++) {
    queue_put(&crew->queue, (struct task){.number = i});
  }
  CHECK(sem_wait(&crew->has_last) == 0);
  queue_await(&crew->queue);
  CHECK(__atomic_load_n(&crew->finished, __ATOMIC_RELAXED) == times * TASKS);
  for (uint64_t i = 0; i < TASKS; i++) {
    CHECK(__atomic_load_n(&crew->taken[i], __ATOMIC_RELAXED) == times);
  }
}

static void check_crew(void) {
  static struct crew crew;
  pthread_t workers[WORKERS];
  queue_start(&crew.queue, TASKS);
  CHECK(sem_init(&crew.has_last, 0, 0) == 0);
  for (size_t i = 0; i < WORKERS; i++) {
    CHECK(pthread_create(&workers[i], NULL, work, &crew) == 0);
  }
  play_once(&crew, 1);
  play_once(&crew, 2);
  queue_close(&crew.queue);
  for (size_t i = 0; i < WORKERS; i++) {
    pthread_join(workers[i], NULL);
  }
  sem_destroy(&crew.has_last);
  queue_end(&crew.queue);
}

void check_queue(void) {
  check_order_of_tasks();
  check_crew();
}
