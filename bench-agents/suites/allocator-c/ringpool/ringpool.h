/* What ringpool tells about itself; everything else it exports is the malloc of the C library. */
#ifndef RINGPOOL_H
#define RINGPOOL_H

#include <stdint.h>

struct ringpool_statistics {
  uint64_t tiny_locks; /* how often a lock was taken, since the start of the process */
  uint64_t l2_locks;
  uint64_t l25_locks;
  uint64_t span_locks;
  uint64_t thread_local_bytes; /* per thread, slots of the rings included */
  uint64_t mapped_bytes;       /* address space, not memory */
};

__attribute__((visibility("default"))) void
ringpool_statistics(struct ringpool_statistics* statistics);

#endif
