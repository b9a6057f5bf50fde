/* The two workloads: a fixed stream of random numbers fills and empties slots.
 *
 * A number chooses a slot. A full slot is freed; an empty one gets an object of a random size, of
 * which the first byte, in mid_large_mt also the last, is written.
 */
#ifndef BENCH_WORKLOAD_H
#define BENCH_WORKLOAD_H

#include <stdbool.h>
#include <stdint.h>

struct workload {
  const char* name;
  uint32_t slots; /* per thread */
  uint32_t smallest;
  uint32_t largest;
  uint32_t seed;
  bool writes_last_byte;
};

/* What one thread holds when it stops; the same under every allocator. */
struct contents {
  uint64_t live;
  uint64_t checksum; /* of the bytes written into live objects, by slot */
};

struct stream {
  uint32_t number;
};

/* NULL if there is none of that name. */
const struct workload* workload_named(const char* name);

struct stream stream_of_thread(const struct workload* workload, uint32_t thread);

static inline uint32_t stream_next(struct stream* stream) {
  uint32_t number = stream->number;
  number ^= number << 13;
  number ^= number >> 17;
  number ^= number << 5;
  return stream->number = number;
}

/* 0 to `end` - 1, from the upper bits of a number. */
static inline uint32_t scaled(uint32_t number, uint32_t end) {
  return (uint32_t)(((uint64_t)number * end) >> 32);
}

/* A second hash of the number chooses the size, so that sizes do not depend on slots. */
static inline uint32_t size_hash(uint32_t number) {
  return (number ^ number >> 15) * UINT32_C(2654435761);
}

/* What is written into an object. */
static inline unsigned char mark_for(uint32_t number) {
  return (unsigned char)(number >> 3);
}

static inline uint64_t checksum_with(uint64_t checksum, uint32_t slot, unsigned char mark) {
  return (checksum ^ (slot * UINT64_C(257) + mark)) * UINT64_C(0x9E3779B97F4A7C15);
}

#endif
