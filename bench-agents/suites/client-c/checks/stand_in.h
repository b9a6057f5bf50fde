/* A small order server in a thread of its own, which misbehaves on request. */
#ifndef CHECKS_STAND_IN_H
#define CHECKS_STAND_IN_H

#include <poll.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { STAND_IN_CONNECTIONS = 256, STAND_IN_BUFFER = 4096, STAND_IN_ORDERS = 10000 };

/* 0: never. Stalls and death wait for so many measured orders, refusals for one number. */
struct mischief {
  uint64_t stalls_at, stall_ms; /* the whole server stands still */
  uint64_t dies_at;             /* closes everything and serves no more */
  uint64_t refuses;             /* answers the order of this number with status 400 */
  uint64_t garbles;             /* answers to another order than this one */
};

struct connection {
  int socket; /* -1: free */
  bool closes;
  size_t filled;
  char buffer[STAND_IN_BUFFER];
};

struct stand_in {
  struct mischief mischief;
  char address[32];
  pthread_t thread;
  int listener, doorbell[2];
  bool is_dead;
  struct connection connections[STAND_IN_CONNECTIONS];
  struct pollfd polled[STAND_IN_CONNECTIONS + 2];
  /* to be read after stand_in_end */
  uint64_t accepted, open, most_open, warmups, measured;
  unsigned char seen[STAND_IN_ORDERS + 1]; /* how often each measured order came */
};

void stand_in_start(struct stand_in* server, struct mischief mischief);
void stand_in_end(struct stand_in* server);

/* Did orders 1 to `orders` come, each exactly once? */
bool stand_in_saw_all(const struct stand_in* server, uint64_t orders);

#ifdef __cplusplus
}
#endif

#endif
