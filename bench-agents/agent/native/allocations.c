/* Counts what a program allocates: preloaded, it stands before the C library's malloc.
 *
 * The numbers lie in a file in memory that the agent names in TIDEMARK_ALLOCATIONS. Processes that the
 * program starts inherit both and are counted with it. Where TIDEMARK_ALLOCATION_STACKS names another
 * such file, each call is counted there by its stack: src/profile/allocations.rs reads it.
 */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <link.h>
#include <malloc.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include <unwind.h>

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);
extern void __libc_free(void *);

struct counts {
  _Atomic uint64_t processes; /* how many have begun to count */
  _Atomic uint64_t allocations;
  _Atomic uint64_t bytes; /* as they were asked for */
  _Atomic int64_t held;   /* as much as the allocator gave */
  _Atomic int64_t peak;
};

/* Until the file is there: the C library allocates before it runs anybody's constructors. */
static struct counts early;
static struct counts *_Atomic counts = &early;

enum { DEEPEST = 128, MODULES = 2048, STACKS = 16384, PATH = 512, PROBES = 64, KNOWN = 512 };

struct frame {
  uint64_t module; /* its number and one; 0 is unknown */
  uint64_t offset; /* in the module's file, within the instruction that called */
};

struct stack {
  _Atomic uint64_t key; /* 0 is free */
  _Atomic uint64_t allocations;
  _Atomic uint64_t bytes;
  _Atomic uint64_t depth; /* written last */
  struct frame frames[DEEPEST]; /* innermost first */
};

struct stacks {
  _Atomic uint64_t lost; /* calls for whose stack there was no room */
  _Atomic uint64_t lost_bytes;
  _Atomic uint64_t modules;
  uint64_t unused[509];
  char paths[MODULES][PATH];
  struct stack all[STACKS];
};

static struct stacks *_Atomic stacks;
static char program[PATH];
/* The modules of this process by where they begin: a number is given twice rather than locked. */
static struct {
  _Atomic uintptr_t begin; /* and one */
  uint64_t number;
} known[KNOWN];
static _Atomic unsigned known_count;
/* How many modules were unloaded: at their addresses may lie others since. */
static _Atomic uint64_t unloaded;
static __thread int is_walking __attribute__((tls_model("initial-exec")));

struct walk {
  unsigned depth;
  uintptr_t places[DEEPEST];
};

static _Unwind_Reason_Code step(struct _Unwind_Context *context, void *walk) {
  struct walk *to = walk;
  uintptr_t place = _Unwind_GetIP(context);
  if (place == 0 || to->depth == DEEPEST) return _URC_END_OF_STACK;
  to->places[to->depth++] = place - 1;
  return _URC_NO_REASON;
}

static uint64_t number_of(struct stacks *to, uintptr_t begin, const char *path) {
  unsigned count = atomic_load(&known_count);
  for (unsigned index = 0; index < count && index < KNOWN; index++)
    if (atomic_load(&known[index].begin) == begin + 1 &&
        strncmp(to->paths[known[index].number - 1], path, PATH - 1) == 0)
      return known[index].number;
  uint64_t number = atomic_fetch_add(&to->modules, 1);
  if (number >= MODULES) return 0;
  strncpy(to->paths[number], path, PATH - 1);
  unsigned index = atomic_fetch_add(&known_count, 1);
  if (index < KNOWN) {
    known[index].number = number + 1;
    atomic_store(&known[index].begin, begin + 1);
  }
  return number + 1;
}

struct search {
  struct stacks *to;
  uintptr_t place;
  struct frame found;
};

static int look(struct dl_phdr_info *module, size_t size, void *search) {
  (void)size;
  struct search *for_ = search;
  for (unsigned index = 0; index < module->dlpi_phnum; index++) {
    const ElfW(Phdr) *part = &module->dlpi_phdr[index];
    uintptr_t begin = module->dlpi_addr + part->p_vaddr;
    if (part->p_type != PT_LOAD || for_->place - begin >= part->p_memsz) continue;
    char whole[PATH_MAX];
    const char *path = module->dlpi_name[0] ? module->dlpi_name : program;
    if (path[0] != '/' && realpath(path, whole)) path = whole;
    for_->found.module = number_of(for_->to, module->dlpi_addr, path);
    for_->found.offset = for_->place - begin + part->p_offset;
    return 1;
  }
  return 0;
}

static uint64_t key_of(const struct walk *walk) {
  uint64_t key = 1469598103934665603u ^ (uint64_t)getpid() ^ atomic_load(&unloaded) << 32;
  for (unsigned index = 0; index < walk->depth; index++)
    key = (key ^ walk->places[index]) * 1099511628211u;
  return key ? key : 1;
}

static void fill(struct stacks *to, struct stack *at, const struct walk *walk) {
  for (unsigned index = 0; index < walk->depth; index++) {
    struct search search = {to, walk->places[index], {0, 0}};
    dl_iterate_phdr(look, &search);
    at->frames[index] = search.found;
  }
  atomic_store_explicit(&at->depth, walk->depth, memory_order_release);
}

/* Counts one call by its stack; what this itself allocates is nobody's. */
static void note(size_t asked) {
  struct stacks *to = atomic_load_explicit(&stacks, memory_order_relaxed);
  if (!to || is_walking) return;
  is_walking = 1;
  struct walk walk = {.depth = 0};
  _Unwind_Backtrace(step, &walk);
  uint64_t key = key_of(&walk);
  struct stack *at = NULL;
  for (unsigned probe = 0; probe < PROBES && !at; probe++) {
    struct stack *next = &to->all[(key + probe) % STACKS];
    uint64_t found = 0;
    if (atomic_compare_exchange_strong(&next->key, &found, key)) fill(to, next, &walk);
    if (found == 0 || found == key) at = next;
  }
  atomic_fetch_add(at ? &at->allocations : &to->lost, 1);
  atomic_fetch_add(at ? &at->bytes : &to->lost_bytes, asked);
  is_walking = 0;
}

static int count_unloaded(struct dl_phdr_info *module, size_t size, void *nothing) {
  (void)size, (void)nothing;
  atomic_store(&unloaded, module->dlpi_subs);
  return 1;
}

int dlclose(void *library) {
  static int (*_Atomic next)(void *);
  if (!next) next = (int (*)(void *))dlsym(RTLD_NEXT, "dlclose");
  int said = next(library);
  dl_iterate_phdr(count_unloaded, NULL);
  return said;
}

static void hold(struct counts *to, int64_t more) {
  int64_t held = atomic_fetch_add_explicit(&to->held, more, memory_order_relaxed) + more;
  int64_t peak = atomic_load_explicit(&to->peak, memory_order_relaxed);
  while (held > peak && !atomic_compare_exchange_weak_explicit(
                            &to->peak, &peak, held, memory_order_relaxed, memory_order_relaxed)) {
  }
}

static void *shared(const char *name, size_t size) {
  const char *path = getenv(name);
  int file = path ? open(path, O_RDWR | O_CLOEXEC) : -1;
  if (file < 0) return NULL;
  void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  close(file);
  return memory == MAP_FAILED ? NULL : memory;
}

__attribute__((constructor)) static void begin(void) {
  struct counts *to = shared("TIDEMARK_ALLOCATIONS", sizeof(struct counts));
  if (!to) return;
  atomic_store(&counts, to);
  atomic_fetch_add(&to->processes, 1);
  atomic_fetch_add(&to->allocations, early.allocations);
  atomic_fetch_add(&to->bytes, early.bytes);
  hold(to, early.held);
  if (readlink("/proc/self/exe", program, PATH - 1) < 0) program[0] = 0;
  atomic_store(&stacks, shared("TIDEMARK_ALLOCATION_STACKS", sizeof(struct stacks)));
}

static void *given(void *block, size_t asked) {
  if (!block) return block;
  struct counts *to = atomic_load_explicit(&counts, memory_order_relaxed);
  atomic_fetch_add_explicit(&to->allocations, 1, memory_order_relaxed);
  atomic_fetch_add_explicit(&to->bytes, asked, memory_order_relaxed);
  hold(to, (int64_t)malloc_usable_size(block));
  note(asked);
  return block;
}

static void taken(int64_t size) {
  hold(atomic_load_explicit(&counts, memory_order_relaxed), -size);
}

void *malloc(size_t size) { return given(__libc_malloc(size), size); }

void *calloc(size_t count, size_t size) { return given(__libc_calloc(count, size), count * size); }

void free(void *block) {
  if (block) taken((int64_t)malloc_usable_size(block));
  __libc_free(block);
}

void *realloc(void *block, size_t size) {
  int64_t before = block ? (int64_t)malloc_usable_size(block) : 0;
  void *moved = __libc_realloc(block, size);
  if (moved || size == 0) taken(before);
  return given(moved, size);
}

void *memalign(size_t alignment, size_t size) {
  return given(__libc_memalign(alignment, size), size);
}

void *aligned_alloc(size_t alignment, size_t size) { return memalign(alignment, size); }

int posix_memalign(void **block, size_t alignment, size_t size) {
  if (alignment % sizeof(void *) || !alignment || alignment & (alignment - 1)) return EINVAL;
  void *made = memalign(alignment, size);
  if (!made) return ENOMEM;
  *block = made;
  return 0;
}
