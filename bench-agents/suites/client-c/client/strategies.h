/* The ways to send orders; each plays a whole run. */
#ifndef CLIENT_STRATEGIES_H
#define CLIENT_STRATEGIES_H

#include <stdint.h>

#include "../http/run.h"

/* Each returns the limit of orders in flight that it settled at, or 0 if it has none of its own. */
uint32_t play_thread_per_connection(struct run* run);
uint32_t play_pool(struct run* run);
uint32_t play_multi(struct run* run);
uint32_t play_multi_adaptive(struct run* run);

#endif
