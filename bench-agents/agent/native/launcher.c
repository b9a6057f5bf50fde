/* Starts programs for the agent, so that they begin with the memory of this process, a few pages.
 *
 * At exec the kernel keeps the peak of the memory that a process had until then. A program that the
 * agent starts by itself would begin with the agent's peak. This process is as small as a process
 * can be: no C library, no heap, one page of code. What it starts is a child of the agent
 * (CLONE_PARENT), so the agent waits for it and reads its accounting.
 *
 * The peak that the kernel accounts to an ended process is up to 31 pages too low for each kind of
 * memory and each processor: since Linux 6.2 it adds up counters that processors keep to themselves.
 * For a small program that is much of it. On request this process stops the program at its exit, by
 * ptrace, and reads the peak and the resident memory there, where the kernel counts pages exactly.
 *
 * On the socket that is standard input:
 *   request  struct request, with three descriptors: standard input, output and error of the program;
 *            then `bytes` bytes of texts that end with 0: folder, program, words, environment.
 *            A request without words brings no program: its first descriptor is a process whose
 *            namespaces this process and all programs enter, for good and without any capability.
 *   answer   struct answer, when the program runs or could not be started.
 *   peak     uint64_t, bytes, when a program that was started with `watch` has ended; 0 if unknown.
 * This process ends when the socket is closed.
 */
#include <errno.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <linux/futex.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <time.h>

#include "bare.h"

#ifndef PR_SET_PTRACER
#define PR_SET_PTRACER 0x59616d61
#endif

struct request {
  uint32_t bytes;
  uint32_t words;       /* how many words of the command line follow, the first one included */
  uint32_t environment; /* how many texts NAME=value */
  int32_t group;        /* the process group that the program joins */
  int32_t watch;        /* 1: stop it at its exit and read its peak memory */
  int32_t nice;         /* added to its niceness */
};

struct answer {
  int32_t pid;   /* 0 if no process was made */
  int32_t error; /* why the program could not be started; 0 if it runs */
  uint64_t seconds, nanoseconds; /* CLOCK_MONOTONIC just before the process was made */
};

/* Opened again once namespaces are entered: programs hold what this process has open until they
   are their program, and must not reach the machine's processes by it. */
static long processes;
static int is_inside;

struct start {
  const char *folder, *program;
  char **words, **environment;
  int32_t group;
  int descriptors[3];
  int watch, nice;
  volatile int32_t own; /* its number among the processes that it sees */
  volatile int error;
  volatile uint32_t may_begin;
};

#if defined(__x86_64__)
/* The child runs `life(start)` on a stack of its own and never returns. */
static long clone_onto(unsigned long flags, char *top, void (*life)(struct start *),
                       struct start *start) {
  long result;
  register long r10 __asm__("r10") = 0;
  register long r8 __asm__("r8") = 0;
  register void (*r12)(struct start *) __asm__("r12") = life;
  register struct start *r13 __asm__("r13") = start;
  __asm__ volatile("syscall\n\t"
                   "test %%rax, %%rax\n\t"
                   "jnz 1f\n\t"
                   "xor %%ebp, %%ebp\n\t"
                   "mov %%r13, %%rdi\n\t"
                   "call *%%r12\n\t"
                   "ud2\n"
                   "1:"
                   : "=a"(result)
                   : "a"(SYS_clone), "D"(flags), "S"(top), "d"(0L), "r"(r10), "r"(r8), "r"(r12),
                     "r"(r13)
                   : "rcx", "r11", "memory");
  return result;
}
#elif defined(__aarch64__)
static long clone_onto(unsigned long flags, char *top, void (*life)(struct start *),
                       struct start *start) {
  register long x8 __asm__("x8") = SYS_clone;
  register long x0 __asm__("x0") = (long)flags;
  register char *x1 __asm__("x1") = top;
  register long x2 __asm__("x2") = 0;
  register long x3 __asm__("x3") = 0;
  register long x4 __asm__("x4") = 0;
  register void (*x9)(struct start *) __asm__("x9") = life;
  register struct start *x10 __asm__("x10") = start;
  __asm__ volatile("svc #0\n\t"
                   "cbnz x0, 1f\n\t"
                   "mov x29, #0\n\t"
                   "mov x0, x10\n\t"
                   "blr x9\n\t"
                   "brk #1\n"
                   "1:"
                   : "+r"(x0)
                   : "r"(x8), "r"(x1), "r"(x2), "r"(x3), "r"(x4), "r"(x9), "r"(x10)
                   : "memory");
  return x0;
}
#else
#error "no launcher for this processor"
#endif

static long open_processes(void) {
  return CALL(SYS_openat, AT_FDCWD, "/proc", O_PATH | O_DIRECTORY | O_CLOEXEC);
}

static long own_pid(void) { return CALL(SYS_getpid, 0, 0, 0); }

/* Between the making of the process and its program, in this process's memory. */
static void become(struct start *start) {
  start->own = (int32_t)own_pid();
  /* Where only ancestors may trace a process (Yama), it must say who else may. */
  if (start->watch) {
    /* From within namespaces its tracer has no number. */
    CALL(SYS_prctl, PR_SET_PTRACER, is_inside ? -1 : start->watch, 0);
    while (!start->may_begin)
      call(SYS_futex, (long)&start->may_begin, FUTEX_WAIT, 0, 0, 0, 0);
  }
  /* The kernel says 20 - niceness. An image need not have the program `nice`. */
  if (start->nice)
    CALL(SYS_setpriority, PRIO_PROCESS, 0,
         20 - CALL(SYS_getpriority, PRIO_PROCESS, 0, 0) + start->nice);
  long error = CALL(SYS_setpgid, 0, start->group, 0);
  for (int target = 0; error >= 0 && target < 3; target++)
    error = CALL(SYS_dup3, start->descriptors[target], target, 0);
  if (error >= 0) error = CALL(SYS_chdir, start->folder, 0, 0);
  if (error >= 0) error = CALL(SYS_execve, start->program, start->words, start->environment);
  start->error = (int)-error;
  leave(127);
}

static int read_all(char *to, size_t bytes) {
  while (bytes > 0) {
    long got = CALL(SYS_read, 0, to, bytes);
    if (got == -EINTR) continue;
    if (got <= 0) return 0;
    to += got;
    bytes -= (size_t)got;
  }
  return 1;
}

static int receive(struct request *request, int *descriptors) {
  union {
    char bytes[CMSG_SPACE(3 * sizeof(int))];
    struct cmsghdr alignment;
  } rights;
  struct iovec part = {request, sizeof *request};
  struct msghdr message;
  message.msg_name = NULL;
  message.msg_namelen = 0;
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  message.msg_control = rights.bytes;
  message.msg_controllen = sizeof rights.bytes;
  message.msg_flags = 0;
  long got;
  do got = CALL(SYS_recvmsg, 0, &message, MSG_CMSG_CLOEXEC | MSG_WAITALL);
  while (got == -EINTR);
  struct cmsghdr *header = CMSG_FIRSTHDR(&message);
  if (got != (long)sizeof *request || !header || header->cmsg_type != SCM_RIGHTS) return 0;
  const int *received = (const int *)CMSG_DATA(header);
  for (int each = 0; each < 3; each++) descriptors[each] = received[each];
  return 1;
}

static char *after(char *text) {
  while (*text) text++;
  return text + 1;
}

/* The texts as lists that end with a null pointer, as execve wants them. */
static void lay_out(struct start *start, const struct request *request, char *text, char **lists) {
  start->folder = text;
  text = after(text);
  start->program = text;
  text = after(text);
  start->words = lists;
  for (uint32_t each = 0; each < request->words; each++, text = after(text)) *lists++ = text;
  *lists++ = NULL;
  start->environment = lists;
  for (uint32_t each = 0; each < request->environment; each++, text = after(text)) *lists++ = text;
  *lists = NULL;
}

/* The number of KiB behind `label` in /proc/<pid>/<file>, in bytes; 0 if it cannot be read. */
static uint64_t bytes_of(long pid, const char *file, const char *label) {
  static char text[2048];
  char path[64], digits[20];
  char *end = path;
  int count = 0;
  for (; pid > 0; pid /= 10) digits[count++] = (char)('0' + pid % 10);
  while (count > 0) *end++ = digits[--count];
  while (*file) *end++ = *file++;
  *end = 0;
  long opened = CALL(SYS_openat, processes, path, O_RDONLY | O_CLOEXEC);
  if (opened < 0) return 0;
  long got = CALL(SYS_read, opened, text, sizeof text - 1);
  CALL(SYS_close, opened, 0, 0);
  text[got > 0 ? got : 0] = 0;
  for (const char *line = text; *line; line++) {
    if (line != text && line[-1] != '\n') continue;
    const char *rest = line;
    for (const char *letter = label; *letter && *rest == *letter; letter++) rest++;
    if (rest == line || rest[-1] != ':') continue;
    uint64_t number = 0;
    for (; *rest == ' ' || *rest == '\t'; rest++) {
    }
    for (; *rest >= '0' && *rest <= '9'; rest++) number = number * 10 + (uint64_t)(*rest - '0');
    return number * 1024;
  }
  return 0;
}

/* Each of the two can be too low: the peak where processors keep counters to themselves, what is
   resident at the exit where memory was given back before. Neither is ever too high. */
static uint64_t peak_of(long pid) {
  uint64_t peak = bytes_of(pid, "/status", "VmHWM:");
  uint64_t left = bytes_of(pid, "/smaps_rollup", "Rss:");
  return peak > left ? peak : left;
}

static long resume(long pid, long request, long signal) {
  return call(SYS_ptrace, request, pid, 0, signal, 0, 0);
}

/* Follows a traced process until its next event; nothing but events and stops is held up. Returns
   the event, or 0 when the process is gone. */
static int next_event(long pid) {
  for (;;) {
    int status = 0;
    long waited = call(SYS_wait4, pid, (long)&status, __WALL, 0, 0, 0);
    if (waited == -EINTR) continue;
    if (waited != pid || !WIFSTOPPED(status)) return 0;
    int event = status >> 16;
    if (event == PTRACE_EVENT_EXEC || event == PTRACE_EVENT_EXIT) return event;
    if (event == PTRACE_EVENT_STOP && WSTOPSIG(status) != SIGTRAP)
      resume(pid, PTRACE_LISTEN, 0);
    else
      resume(pid, PTRACE_CONT, event ? 0 : WSTOPSIG(status));
  }
}

/* Makes the process under a trace that shows its exec and its exit. 1 while it is traced. */
static int begin_watched(long pid, struct start *start) {
  long options = PTRACE_O_TRACEEXEC | PTRACE_O_TRACEEXIT;
  int is_traced = call(SYS_ptrace, PTRACE_SEIZE, pid, 0, options, 0, 0) == 0;
  start->may_begin = 1;
  call(SYS_futex, (long)&start->may_begin, FUTEX_WAKE, 1, 0, 0, 0);
  if (!is_traced) return 0;
  int event = next_event(pid);
  if (event == PTRACE_EVENT_EXEC) {
    resume(pid, PTRACE_CONT, 0);
    return 1;
  }
  if (event == PTRACE_EVENT_EXIT) resume(pid, PTRACE_DETACH, 0);
  return 0;
}

static uint64_t await_peak(long pid, long own) {
  int event = next_event(pid);
  /* A script may become another program, and that one yet another. */
  for (; event == PTRACE_EVENT_EXEC; event = next_event(pid)) resume(pid, PTRACE_CONT, 0);
  if (event != PTRACE_EVENT_EXIT) return 0;
  uint64_t peak = peak_of(own);
  resume(pid, PTRACE_DETACH, 0);
  return peak;
}

static int tell(const void *answer, size_t bytes) {
  return CALL(SYS_write, 0, answer, bytes) == (long)bytes;
}

static char stack[4096] __attribute__((aligned(16)));

/* Starts one program and says so; follows it to its end where that is asked for. */
static int start_program(struct start *start) {
  unsigned long flags = CLONE_VM | CLONE_PARENT | SIGCHLD;
  struct timespec now;
  CALL(SYS_clock_gettime, CLOCK_MONOTONIC, &now, 0);
  long made = clone_onto(start->watch ? flags : flags | CLONE_VFORK, stack + sizeof stack, become,
                         start);
  int is_traced = start->watch && made > 0 && begin_watched(made, start);
  struct answer answer;
  answer.pid = made > 0 ? (int32_t)made : 0;
  answer.error = made > 0 ? start->error : (int32_t)-made;
  answer.seconds = (uint64_t)now.tv_sec;
  answer.nanoseconds = (uint64_t)now.tv_nsec;
  if (!tell(&answer, sizeof answer)) return 0;
  if (!start->watch || made <= 0 || answer.error) return 1;
  uint64_t peak = is_traced ? await_peak(made, is_inside ? start->own : made) : 0;
  return tell(&peak, sizeof peak);
}

/* Enters the namespaces of a process and gives up every capability within them, so that no program,
   not even one of root, can take apart what they hide. */
static long enter(int process) {
  long namespaces = CLONE_NEWUSER | CLONE_NEWNS | CLONE_NEWPID | CLONE_NEWNET | CLONE_NEWIPC;
  long error = CALL(SYS_setns, process, namespaces, 0);
  /* The container of an engine that runs as root has the users of the machine. */
  if (error == -EINVAL) error = CALL(SYS_setns, process, namespaces & ~CLONE_NEWUSER, 0);
  if (error < 0) return error;
  is_inside = 1;
  CALL(SYS_close, processes, 0, 0);
  processes = open_processes();
  for (int each = 0; each < 64; each++) CALL(SYS_prctl, PR_CAPBSET_DROP, each, 0);
  struct __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
  struct __user_cap_data_struct none[2];
  for (int each = 0; each < 2; each++)
    none[each].effective = none[each].permitted = none[each].inheritable = 0;
  error = CALL(SYS_capset, &header, none, 0);
  if (error < 0) return error;
  return CALL(SYS_prctl, PR_SET_NO_NEW_PRIVS, 1, 0);
}

static int tell_entered(const int *descriptors) {
  struct answer answer;
  answer.pid = 0;
  answer.error = (int32_t)-enter(descriptors[0]);
  answer.seconds = answer.nanoseconds = 0;
  for (int each = 0; each < 3; each++) CALL(SYS_close, descriptors[each], 0, 0);
  return tell(&answer, sizeof answer) && !answer.error;
}

/* One program; 0 when the agent has closed the socket. */
static int serve_one(void) {
  struct request request;
  struct start start;
  if (!receive(&request, start.descriptors)) return 0;
  if (!request.words) return tell_entered(start.descriptors);
  size_t lists = (request.words + request.environment + 2) * sizeof(char *);
  size_t whole = lists + request.bytes;
  char *room = (char *)call(SYS_mmap, 0, (long)whole, PROT_READ | PROT_WRITE,
                            MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if ((unsigned long)room > -4096UL || !read_all(room + lists, request.bytes)) return 0;
  lay_out(&start, &request, room + lists, (char **)room);
  start.group = request.group;
  start.watch = request.watch ? (int)own_pid() : 0;
  start.nice = request.nice;
  start.error = 0;
  start.may_begin = 0;
  int goes_on = start_program(&start);
  for (int each = 0; each < 3; each++) CALL(SYS_close, start.descriptors[each], 0, 0);
  CALL(SYS_munmap, room, whole, 0);
  return goes_on;
}

__attribute__((used)) _Noreturn void serve(void) {
  processes = open_processes();
  while (serve_one()) {
  }
  leave(0);
}
