/* What ringpool counts, where the process runs on it; other allocators are not asked. */
#ifndef BENCH_OWN_COUNTERS_H
#define BENCH_OWN_COUNTERS_H

#include <stdbool.h>

#include "../ringpool/ringpool.h"

/* False if malloc is not ringpool's. */
bool own_counters_read(struct ringpool_statistics* statistics);

#endif
