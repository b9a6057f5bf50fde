/* Whole runs of every strategy against the stand-in. */
#ifndef CHECKS_PLAYS_H
#define CHECKS_PLAYS_H

#include <stddef.h>
#include <stdint.h>

#include "../http/run.h"
#include "stand_in.h"

enum { STRATEGIES = 4 };

struct play {
  const char* name;
  uint32_t (*play)(struct run* run);
  uint32_t in_flight;   /* the most orders in flight with the options of play_options */
  uint32_t fewest_kept; /* connections, if they are kept; one thread may do with fewer */
};

extern const struct play plays[STRATEGIES];

/* 30 connections, a pool of 20, and multi limited to 8. */
struct options play_options(void);

struct played {
  uint64_t successes, failures, errors; /* errors: failures and orders that were not sent */
  uint64_t slow;                        /* latencies of `slow_ns` and more */
  uint32_t in_flight;
};

/* Plays against a server that must have been started and is ended by this. */
struct played play_against(struct stand_in* server, const struct play* play,
                           const struct options* options, uint64_t slow_ns);

#endif
