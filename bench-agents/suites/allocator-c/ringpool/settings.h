/* What the environment says, read once.
 *
 * RINGPOOL_L2_RING, RINGPOOL_L25_RING   capacity of a ring: "64" objects, or "512K" bytes
 * RINGPOOL_HUGE_PAGES                   "0": do not ask for 2 MiB pages under the L2 pool
 * RINGPOOL_IDLE                         "64M": idle memory that a pool class keeps
 */
#ifndef RINGPOOL_SETTINGS_H
#define RINGPOOL_SETTINGS_H

#include "types.h"

/* Before the first use. */
void settings_read(void);

extern struct settings settings;

#endif
