/* One thread playing a workload against malloc and free. */
#ifndef BENCH_PLAYER_H
#define BENCH_PLAYER_H

#include "workload.h"

struct player {
  const struct workload* workload;
  struct stream stream;
  unsigned char** objects; /* one per slot, NULL if empty */
  uint16_t* sizes;         /* kept where the last byte is written */
};

/* Slots come from the operating system, not from the allocator under test. */
struct player player_new(const struct workload* workload, uint32_t thread);
void player_end(struct player* player);

void player_play(struct player* player, uint64_t cycles);

/* Reads back and frees every live object. */
struct contents player_drain(struct player* player);

/* What draining must give, found without an allocator. */
struct contents contents_expected(const struct workload* workload, uint32_t thread,
                                  uint64_t cycles);

#endif
