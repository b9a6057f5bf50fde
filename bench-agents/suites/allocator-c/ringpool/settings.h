/* What the environment says, read once.
 *
 * RINGPOOL_RINGS       capacity of a ring of the L2 and of the L2.5 pool, each in objects or in
 * bytes: "48/16", or "512K/1M" RINGPOOL_HUGE_PAGES  "0": do not ask for 2 MiB pages under the L2
 * pool RINGPOOL_IDLE        "64M": idle memory that a pool class keeps
 */
#ifndef RINGPOOL_SETTINGS_H
#define RINGPOOL_SETTINGS_H

#include "types.h"

/* Before the first use. */
void settings_read(void);

extern struct settings settings;

#endif
