/* libcurl's sockets and its timer behind one epoll: which transfers can go on, and until when not.
 */
#ifndef CLIENT_WAKEUPS_H
#define CLIENT_WAKEUPS_H

#include <curl/curl.h>
#include <stdint.h>

enum { WAKEUPS_AT_ONCE = 64, SOCKETS_MOST = 65536 };

struct wakeups {
  CURLM* multi;
  int epoll;
  uint64_t timer; /* when libcurl wants to be called without a socket; 0: not at all */
  unsigned char watched[SOCKETS_MOST]; /* what each descriptor is watched for */
};

void wakeups_start(struct wakeups* wakeups, CURLM* multi);
void wakeups_end(struct wakeups* wakeups);

/* Makes a handle's sockets leave their traces here. */
void wakeups_adopt(struct wakeups* wakeups, CURL* handle);

/* Lets libcurl begin what has been added to the multi handle. */
void wakeups_kick(struct wakeups* wakeups);

/*
 * Sleeps until a socket is ready, libcurl's timer has run out, or `until` has come (0: never), lets
 * libcurl go on, and calls `after` each time that it did.
 */
void wakeups_wait(struct wakeups* wakeups, uint64_t until, void (*after)(void*), void* data);

#endif
