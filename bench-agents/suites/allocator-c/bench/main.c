/* allocator-c: plays a workload on an allocator and prints one line of JSON. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "allocators.h"
#include "failure.h"
#include "measurement.h"
#include "options.h"

static const char USAGE[] =
    "allocator-c --version\n"
    "allocator-c has ALLOCATOR       can it be used here?\n"
    "allocator-c preload ALLOCATOR   what LD_PRELOAD must be for it\n"
    "allocator-c run --workload W --allocator A [--threads N] [--cycles N] [--rings L2/L2.5]\n"
    "                [--times no]\n"
    "workloads: mid_large_mt random_mixed\n"
    "allocators: glibc jemalloc mimalloc tcmalloc ringpool";

static void print_times(const struct options* options, const struct measurement* measurement) {
  const double operations = (double)options->threads * (double)options->cycles;
  printf("\"ops_per_cpu_second\": %.6e, \"ops_per_second\": %.6e", operations / measurement->cpu_s,
         operations / measurement->wall_s);
}

static void print_counters(const struct measurement* measurement, const char* before) {
  if (measurement->has_counters) {
    printf("%s\"lock_operations\": %" PRIu64 ", \"thread_local_bytes\": %" PRIu64, before,
           measurement->locks_taken, measurement->thread_local_bytes);
  }
}

static void print_sample(const struct options* options, const struct measurement* measurement) {
  printf("{\"answer\": \"live=%" PRIu64 " checksum=%016" PRIx64 " damaged=%" PRIu32
         "\", \"metrics\": {",
         measurement->first.live, measurement->first.checksum, measurement->damaged);
  if (!options->prints_no_times) {
    print_times(options, measurement);
  }
  print_counters(measurement, options->prints_no_times ? "" : ", ");
  puts("}}");
}

/* ringpool reads its settings before main begins, so other ones need another start. */
static void choose_rings(const char* rings, char** words) {
  const char* const current = getenv("RINGPOOL_RINGS");
  if (current == NULL || strcmp(current, rings) != 0) {
    setenv("RINGPOOL_RINGS", rings, 1);
    start_again(words);
  }
}

static int run(char** words) {
  const struct options options = options_from(words + 2);
  if (options.rings != NULL) {
    choose_rings(options.rings, words);
  }
  allocator_switch(options.allocator, words);
  const struct measurement measurement = measure(options.workload, options.threads, options.cycles);
  print_sample(&options, &measurement);
  return 0;
}

static int has(char** words) {
  const struct allocator* const allocator = allocator_named(words[2]);
  allocator_switch(allocator, words);
  printf("%s\n", allocator->name);
  return 0;
}

int main(int count, char** words) {
  if (count == 2 && strcmp(words[1], "--version") == 0) {
    puts("allocator-c 1.0.0");
    return 0;
  }
  if (count == 3 && strcmp(words[1], "has") == 0) {
    return has(words);
  }
  if (count == 3 && strcmp(words[1], "preload") == 0) {
    puts(allocator_preload(allocator_named(words[2])));
    return 0;
  }
  if (count > 2 && strcmp(words[1], "run") == 0) {
    return run(words);
  }
  fail_with(EXIT_USAGE, "%s", USAGE);
}
