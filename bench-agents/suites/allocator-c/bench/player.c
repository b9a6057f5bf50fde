/* The timed loops, written once and compiled for each workload. */
#include "player.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "failure.h"

static void* pages(size_t bytes) {
  void* const address =
      mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);
  if (address == MAP_FAILED) {
    fail("no memory for the slots");
  }
  return address;
}

struct player player_new(const struct workload* workload, uint32_t thread) {
  return (struct player){
      .workload = workload,
      .stream = stream_of_thread(workload, thread),
      .objects = pages(workload->slots * sizeof(unsigned char*)),
      .sizes = pages(workload->slots * sizeof(uint16_t)),
  };
}

void player_end(struct player* player) {
  munmap(player->objects, player->workload->slots * sizeof *player->objects);
  munmap(player->sizes, player->workload->slots * sizeof *player->sizes);
}

static unsigned char* object_of(uint32_t size) {
  unsigned char* const object = malloc(size);
  if (object == NULL) {
    fail("malloc returned NULL");
  }
  return object;
}

static inline __attribute__((always_inline)) void play(struct player* player, uint64_t cycles,
                                                       bool writes_last_byte) {
  const struct workload workload = *player->workload;
  const uint32_t sizes = workload.largest - workload.smallest + 1;
  struct stream stream = player->stream;
  unsigned char** const objects = player->objects;
  for (uint64_t i = 0; i < cycles; i++) {
    const uint32_t number = stream_next(&stream);
    const uint32_t slot = scaled(number, workload.slots);
    if (objects[slot] != NULL) {
      free(objects[slot]);
      objects[slot] = NULL;
      continue;
    }
    const uint32_t size = workload.smallest + scaled(size_hash(number), sizes);
    unsigned char* const object = object_of(size);
    object[0] = mark_for(number);
    if (writes_last_byte) {
      object[size - 1] = mark_for(number);
      player->sizes[slot] = (uint16_t)size;
    }
    objects[slot] = object;
  }
  player->stream = stream;
}

void player_play(struct player* player, uint64_t cycles) {
  if (player->workload->writes_last_byte) {
    play(player, cycles, true);
  } else {
    play(player, cycles, false);
  }
}

struct contents player_drain(struct player* player) {
  const struct workload* const workload = player->workload;
  struct contents contents = {0, 0};
  for (uint32_t slot = 0; slot < workload->slots; slot++) {
    unsigned char* const object = player->objects[slot];
    if (object == NULL) {
      continue;
    }
    contents.live++;
    contents.checksum = checksum_with(contents.checksum, slot, object[0]);
    if (workload->writes_last_byte) {
      contents.checksum = checksum_with(contents.checksum, slot, object[player->sizes[slot] - 1]);
    }
    free(object);
    player->objects[slot] = NULL;
  }
  return contents;
}

/* The number that filled each slot, 0 for an empty slot; xorshift never yields 0. */
static void replay(const struct workload* workload, uint32_t thread, uint64_t cycles,
                   uint32_t* filled_by) {
  struct stream stream = stream_of_thread(workload, thread);
  for (uint64_t i = 0; i < cycles; i++) {
    const uint32_t number = stream_next(&stream);
    const uint32_t slot = scaled(number, workload->slots);
    filled_by[slot] = filled_by[slot] == 0 ? number : 0;
  }
}

struct contents contents_expected(const struct workload* workload, uint32_t thread,
                                  uint64_t cycles) {
  struct contents contents = {0, 0};
  uint32_t* const filled_by = pages(workload->slots * sizeof *filled_by);
  replay(workload, thread, cycles, filled_by);
  for (uint32_t slot = 0; slot < workload->slots; slot++) {
    if (filled_by[slot] == 0) {
      continue;
    }
    contents.live++;
    for (int bytes = workload->writes_last_byte ? 2 : 1; bytes > 0; bytes--) {
      contents.checksum = checksum_with(contents.checksum, slot, mark_for(filled_by[slot]));
    }
  }
  munmap(filled_by, workload->slots * sizeof *filled_by);
  return contents;
}
