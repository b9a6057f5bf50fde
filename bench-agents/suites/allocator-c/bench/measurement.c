/* The first thread is the program's own, so that one thread means a process without threads. */
#include "measurement.h"

#include <pthread.h>
#include <time.h>

#include "failure.h"
#include "own_counters.h"
#include "player.h"

/* What all threads of one measurement share. */
struct shared {
  const struct workload* workload;
  uint64_t cycles;
  pthread_barrier_t meeting;
  bool has_counters;
  struct ringpool_statistics before, after;
};

struct part {
  pthread_t handle;
  struct shared* shared;
  uint32_t thread;
  double started_s, ended_s, cpu_s;
  struct contents contents;
  bool is_damaged;
};

static double seconds(clockid_t clock) {
  struct timespec now;
  clock_gettime(clock, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* All threads stand still while the first reads the counters. */
static void meet(const struct part* part, struct ringpool_statistics* counters) {
  pthread_barrier_wait(&part->shared->meeting);
  if (part->thread == 0) {
    part->shared->has_counters = own_counters_read(counters);
  }
  pthread_barrier_wait(&part->shared->meeting);
}

static void play_timed(struct part* part, struct player* player) {
  part->started_s = seconds(CLOCK_MONOTONIC);
  const double cpu_before_s = seconds(CLOCK_THREAD_CPUTIME_ID);
  player_play(player, part->shared->cycles);
  part->cpu_s = seconds(CLOCK_THREAD_CPUTIME_ID) - cpu_before_s;
  part->ended_s = seconds(CLOCK_MONOTONIC);
}

/* The manifest knows what the first thread must hold; for the others it is found by replaying. */
static bool is_damaged(const struct part* part, uint64_t cycles) {
  if (part->thread == 0) {
    return false;
  }
  const struct contents expected = contents_expected(part->shared->workload, part->thread, cycles);
  return part->contents.live != expected.live || part->contents.checksum != expected.checksum;
}

static void* play_part(void* address) {
  struct part* const part = address;
  struct shared* const shared = part->shared;
  const uint64_t warmup = shared->cycles / 10;
  struct player player = player_new(shared->workload, part->thread);
  player_play(&player, warmup);
  meet(part, &shared->before);
  play_timed(part, &player);
  meet(part, &shared->after);
  part->contents = player_drain(&player);
  part->is_damaged = is_damaged(part, warmup + shared->cycles);
  player_end(&player);
  return NULL;
}

static void play_all(struct part* parts, uint32_t threads) {
  for (uint32_t i = 1; i < threads; i++) {
    if (pthread_create(&parts[i].handle, NULL, play_part, &parts[i]) != 0) {
      fail("a thread cannot be started");
    }
  }
  play_part(&parts[0]);
  for (uint32_t i = 1; i < threads; i++) {
    pthread_join(parts[i].handle, NULL);
  }
}

static struct measurement summed(const struct part* parts, uint32_t threads) {
  struct measurement sum = {.first = parts[0].contents};
  double started_s = parts[0].started_s;
  double ended_s = parts[0].ended_s;
  for (uint32_t i = 0; i < threads; i++) {
    sum.cpu_s += parts[i].cpu_s;
    sum.damaged += parts[i].is_damaged;
    started_s = parts[i].started_s < started_s ? parts[i].started_s : started_s;
    ended_s = parts[i].ended_s > ended_s ? parts[i].ended_s : ended_s;
  }
  sum.wall_s = ended_s - started_s;
  return sum;
}

static uint64_t locks(const struct ringpool_statistics* counters) {
  return counters->tiny_locks + counters->l2_locks + counters->l25_locks + counters->span_locks;
}

struct measurement measure(const struct workload* workload, uint32_t threads, uint64_t cycles) {
  static struct part parts[MOST_THREADS];
  struct shared shared = {.workload = workload, .cycles = cycles};
  if (pthread_barrier_init(&shared.meeting, NULL, threads) != 0) {
    fail("no barrier");
  }
  for (uint32_t i = 0; i < threads; i++) {
    parts[i] = (struct part){.shared = &shared, .thread = i};
  }
  play_all(parts, threads);
  pthread_barrier_destroy(&shared.meeting);
  struct measurement measurement = summed(parts, threads);
  measurement.has_counters = shared.has_counters;
  measurement.locks_taken = locks(&shared.after) - locks(&shared.before);
  measurement.thread_local_bytes = shared.after.thread_local_bytes;
  return measurement;
}
