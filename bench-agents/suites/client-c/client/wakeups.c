/*
 * A socket stays watched between two transfers of its connection, which spares two system calls per
 * order. It is forgotten when it is closed, so that its number means nothing to the next one, and
 * watched no longer if it has something to tell while no transfer uses it.
 */
#include "wakeups.h"

#include <errno.h>
#include <poll.h>
#include <string.h>
#include <sys/epoll.h>
#include <time.h>
#include <unistd.h>

#include "../http/clock.h"
#include "../http/failure.h"

enum { NS_PER_MS = 1000000, NS_PER_S = 1000000000, IDLE = 0x80 };

static uint32_t events_for(int what) {
  return ((what & CURL_POLL_IN) != 0 ? (uint32_t)EPOLLIN : 0) |
         ((what & CURL_POLL_OUT) != 0 ? (uint32_t)EPOLLOUT : 0);
}

static int on_socket(CURL* handle, curl_socket_t socket, int what, void* address, void* unused) {
  (void)handle;
  (void)unused;
  struct wakeups* const wakeups = address;
  if (socket >= SOCKETS_MOST) {
    fail_with(1, "a socket has the number %d; at most %d can be watched", socket, SOCKETS_MOST - 1);
  }
  unsigned char* const watched = &wakeups->watched[socket];
  if (what == CURL_POLL_REMOVE) {
    *watched |= IDLE;
    return 0;
  }
  *watched &= (unsigned char)~IDLE;
  if (*watched == what) {
    return 0;
  }
  struct epoll_event event = {.events = events_for(what), .data.fd = socket};
  const int change = *watched == 0 ? EPOLL_CTL_ADD : EPOLL_CTL_MOD;
  if (epoll_ctl(wakeups->epoll, change, socket, &event) != 0) {
    fail_with(1, "a socket cannot be watched: %s", strerror(errno));
  }
  *watched = (unsigned char)what;
  return 0;
}

static int on_close(void* address, curl_socket_t socket) {
  struct wakeups* const wakeups = address;
  if (socket < SOCKETS_MOST) {
    wakeups->watched[socket] = 0;
  }
  return close(socket);
}

static int on_timer(CURLM* multi, long timeout_ms, void* address) {
  (void)multi;
  struct wakeups* const wakeups = address;
  wakeups->timer = timeout_ms < 0 ? 0 : clock_now() + (uint64_t)timeout_ms * NS_PER_MS;
  return 0;
}

void wakeups_start(struct wakeups* wakeups, CURLM* multi) {
  *wakeups = (struct wakeups){.multi = multi, .epoll = epoll_create1(EPOLL_CLOEXEC)};
  if (wakeups->epoll < 0) {
    fail_with(1, "no epoll: %s", strerror(errno));
  }
  curl_multi_setopt(multi, CURLMOPT_SOCKETFUNCTION, on_socket);
  curl_multi_setopt(multi, CURLMOPT_SOCKETDATA, wakeups);
  curl_multi_setopt(multi, CURLMOPT_TIMERFUNCTION, on_timer);
  curl_multi_setopt(multi, CURLMOPT_TIMERDATA, wakeups);
}

void wakeups_end(struct wakeups* wakeups) {
  (void)close(wakeups->epoll);
}

void wakeups_adopt(struct wakeups* wakeups, CURL* handle) {
  curl_easy_setopt(handle, CURLOPT_CLOSESOCKETFUNCTION, on_close);
  curl_easy_setopt(handle, CURLOPT_CLOSESOCKETDATA, wakeups);
}

static void go_on(struct wakeups* wakeups, curl_socket_t socket, int what) {
  int running = 0;
  const CURLMcode code = curl_multi_socket_action(wakeups->multi, socket, what, &running);
  if (code != CURLM_OK) {
    fail_with(1, "libcurl: %s", curl_multi_strerror(code));
  }
}

void wakeups_kick(struct wakeups* wakeups) {
  go_on(wakeups, CURL_SOCKET_TIMEOUT, 0);
}

static int what_happened(uint32_t events) {
  return ((events & EPOLLIN) != 0 ? CURL_CSELECT_IN : 0) |
         ((events & EPOLLOUT) != 0 ? CURL_CSELECT_OUT : 0) |
         ((events & (EPOLLERR | EPOLLHUP)) != 0 ? CURL_CSELECT_ERR : 0);
}

static uint64_t sooner(uint64_t one, uint64_t other) {
  return one == 0 || (other != 0 && other < one) ? other : one;
}

/* epoll_wait counts in milliseconds, which is too coarse for the times at which orders fall due. */
static void sleep_until(const struct wakeups* wakeups, uint64_t until) {
  const uint64_t now = clock_now();
  const uint64_t left = until > now ? until - now : 0;
  const struct timespec time = {.tv_sec = (time_t)(left / NS_PER_S),
                                .tv_nsec = (long)(left % NS_PER_S)};
  struct pollfd readable = {.fd = wakeups->epoll, .events = POLLIN};
  (void)ppoll(&readable, 1, &time, NULL);
}

static int timer_ms(const struct wakeups* wakeups) {
  if (wakeups->timer == 0) {
    return -1;
  }
  const uint64_t now = clock_now();
  return wakeups->timer > now ? (int)((wakeups->timer - now) / NS_PER_MS) + 1 : 0;
}

static int ready(struct wakeups* wakeups, struct epoll_event* events, uint64_t until) {
  if (until == 0) {
    return epoll_wait(wakeups->epoll, events, WAKEUPS_AT_ONCE, timer_ms(wakeups));
  }
  sleep_until(wakeups, sooner(wakeups->timer, until));
  return epoll_wait(wakeups->epoll, events, WAKEUPS_AT_ONCE, 0);
}

static void pass_on(struct wakeups* wakeups, const struct epoll_event* event) {
  const curl_socket_t socket = event->data.fd;
  if ((wakeups->watched[socket] & IDLE) != 0) {
    wakeups->watched[socket] = 0;
    (void)epoll_ctl(wakeups->epoll, EPOLL_CTL_DEL, socket, NULL);
  } else {
    go_on(wakeups, socket, what_happened(event->events));
  }
}

void wakeups_wait(struct wakeups* wakeups, uint64_t until, void (*after)(void*), void* data) {
  struct epoll_event events[WAKEUPS_AT_ONCE];
  const int count = ready(wakeups, events, until);
  for (int i = 0; i < count; i++) {
    pass_on(wakeups, &events[i]);
    after(data);
  }
  if (wakeups->timer != 0 && clock_now() >= wakeups->timer) {
    wakeups->timer = 0;
    wakeups_kick(wakeups);
    after(data);
  }
}
