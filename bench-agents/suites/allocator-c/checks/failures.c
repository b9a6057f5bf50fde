/* What cannot be served says so and changes nothing; what is broken ends the process. */
#include <errno.h>
#include <signal.h>
#include <stdint.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../ringpool/malloc_api.h"
#include "check.h"
#include "families.h"
#include "pattern.h"

/* Hidden from the compiler, which knows that such sizes cannot be. */
static volatile size_t too_many = SIZE_MAX / 2;
/* Times 16 this is more than there can be, and wraps around to 16. */
static volatile size_t wraps_around = SIZE_MAX / 16 + 2;

static void check_too_much(void) {
  errno = 0;
  CHECK(ringpool_malloc(too_many) == NULL && errno == ENOMEM);
  errno = 0;
  CHECK(ringpool_malloc(too_many * 2 + 1) == NULL && errno == ENOMEM);
  errno = 0;
  CHECK(ringpool_calloc(wraps_around, 16) == NULL && errno == ENOMEM);
  errno = 0;
  CHECK(ringpool_memalign(3, 100) == NULL && errno == EINVAL);
  errno = 0;
  CHECK(ringpool_memalign(4096, too_many) == NULL && errno == ENOMEM);
  errno = 0;
  CHECK(ringpool_pvalloc(too_many * 2 + 1) == NULL && errno == ENOMEM);
}

static void check_that_objects_survive(size_t size) {
  unsigned char* const object = ringpool_malloc(size);
  pattern_fill(object, size, 5);
  CHECK(ringpool_realloc(object, too_many) == NULL && errno == ENOMEM);
  CHECK(ringpool_reallocarray(object, wraps_around, 16) == NULL && errno == ENOMEM);
  CHECK(pattern_holds(object, size, 5));
  ringpool_free(object);
}

static void check_errno_is_kept(void) {
  for (size_t size = 1; size < 100000000; size *= 3) {
    errno = 77;
    void* const object = ringpool_malloc(size);
    ringpool_free(object);
    ringpool_free(NULL);
    CHECK(errno == 77);
  }
}

/* Runs in a child, so that its end can be looked at. */
static int ending_of(void (*act)(void)) {
  int status = 0;
  const pid_t child = fork();
  CHECK(child >= 0);
  if (child == 0) {
    act();
    _exit(0);
  }
  CHECK(waitpid(child, &status, 0) == child);
  return status;
}

static void free_what_is_not_ours(void) {
  static char not_ours[64];
  void* volatile address = not_ours;
  (void)close(STDERR_FILENO);
  (void)signal(SIGABRT, SIG_DFL);
  ringpool_free(address);
}

static void use_up_the_address_space(void) {
  const struct rlimit limit = {.rlim_cur = 1, .rlim_max = 1};
  (void)setrlimit(RLIMIT_AS, &limit);
  for (size_t size = 16; size < 4000000; size *= 2) {
    int taken = 0;
    while (ringpool_malloc(size) != NULL) {
      CHECK(++taken < 10000000);
    }
    CHECK(errno == ENOMEM);
  }
}

void check_failures(void) {
  CHECK(ringpool_malloc_usable_size(NULL) == 0);
  check_too_much();
  check_that_objects_survive(100);
  check_that_objects_survive(20000);
  check_that_objects_survive(3000000);
  check_errno_is_kept();
  const int status = ending_of(free_what_is_not_ours);
  CHECK(WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT);
  CHECK(ending_of(use_up_the_address_space) == 0);
}
