/* The first process of a container: holds it while the agent lives, and ends what runs in it.
 *
 * It needs nothing of the container's files, so any image will do.
 *
 * On standard input: an `e` asks to end every other process. At its end this process ends, and the
 * kernel ends all others with it. On standard output, a line each, as `stage.rs` reads them:
 * "ready", and "ended" when no other process is left.
 */
#include <fcntl.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <time.h>

#include "bare.h"

/* As the kernel has them: the C library's differ. */
struct action {
  void (*handler)(int);
  unsigned long flags;
  void (*restorer)(void);
  unsigned long mask;
};
struct entry {
  uint64_t inode, offset;
  uint16_t length;
  uint8_t kind;
  char name[];
};

static char entries[4096] __attribute__((aligned(8)));
static char status[512];

/* Whether a process still runs; one that only waits to be waited for does not. */
static int lives(long processes, const char *name) {
  char path[32];
  char *end = path;
  for (const char *from = name; *from; from++) *end++ = *from;
  for (const char *from = "/stat"; *from; from++) *end++ = *from;
  *end = 0;
  long opened = CALL(SYS_openat, processes, path, O_RDONLY | O_CLOEXEC);
  if (opened < 0) return 0;
  long got = CALL(SYS_read, opened, status, sizeof status);
  CALL(SYS_close, opened, 0, 0);
  /* The name of the program stands in brackets and may hold some. */
  for (long at = got - 3; at >= 0; at--)
    if (status[at] == ')') return status[at + 2] != 'Z' && status[at + 2] != 'X';
  return 0;
}

static int is_other(const char *name) {
  int digits = 0;
  for (; name[digits]; digits++)
    if (name[digits] < '0' || name[digits] > '9') return 0;
  return digits > 0 && digits < 20 && !(digits == 1 && name[0] == '1');
}

static int others_live(void) {
  long processes = CALL(SYS_openat, AT_FDCWD, "/proc", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (processes < 0) return 1;
  int found = 0;
  long got = 0;
  while (!found && (got = CALL(SYS_getdents64, processes, entries, sizeof entries)) > 0) {
    for (long at = 0; at < got && !found;) {
      struct entry *entry = (struct entry *)(entries + at);
      found = is_other(entry->name) && lives(processes, entry->name);
      at += entry->length;
    }
  }
  CALL(SYS_close, processes, 0, 0);
  return found;
}

/* One call reaches all of them at once, so nobody forks ahead of it. */
static void end_all(void) {
  struct timespec pause = {0, 1000000};
  do {
    CALL(SYS_kill, -1, SIGKILL, 0);
    CALL(SYS_nanosleep, &pause, 0, 0);
  } while (others_live());
}

static int say(const char *line, long length) { return CALL(SYS_write, 1, line, length) == length; }

__attribute__((used)) _Noreturn void serve(void) {
  /* Programs are the same user: none may trace this process, or open its files and pipes. */
  CALL(SYS_prctl, PR_SET_DUMPABLE, 0, 0);
  /* Orphans that end are forgotten. */
  struct action ignored = {SIG_IGN, 0, NULL, 0};
  call(SYS_rt_sigaction, SIGCHLD, (long)&ignored, 0, sizeof ignored.mask, 0, 0);
  char order = 0;
  int is_heard = say("\"ready\"\n", 8);
  while (is_heard && CALL(SYS_read, 0, &order, 1) == 1) {
    if (order != 'e') continue;
    end_all();
    is_heard = say("\"ended\"\n", 8);
  }
  leave(0);
}
