/* The numbers that define the workloads. */
#include "workload.h"

#include <stddef.h>
#include <string.h>

static const struct workload workloads[] = {
    {.name = "mid_large_mt",
     .slots = 2048,
     .smallest = 8192,
     .largest = 32768,
     .seed = 42,
     .writes_last_byte = true},
    {.name = "random_mixed", .slots = 8192, .smallest = 8, .largest = 128, .seed = 1234567},
};

const struct workload* workload_named(const char* name) {
  for (size_t i = 0; i < sizeof workloads / sizeof *workloads; i++) {
    if (strcmp(name, workloads[i].name) == 0) {
      return &workloads[i];
    }
  }
  return NULL;
}

struct stream stream_of_thread(const struct workload* workload, uint32_t thread) {
  const uint32_t seed = workload->seed ^ (thread + 1) * UINT32_C(2654435761);
  return (struct stream){seed == 0 ? 1 : seed};
}
