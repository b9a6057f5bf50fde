/* Counts what a program allocates: preloaded, it stands before the C library's malloc.
 *
 * The numbers lie in a file in memory that the agent names in TIDEMARK_ALLOCATIONS. Processes that the
 * program starts inherit both and are counted with it.
 */
#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

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

static void hold(struct counts *to, int64_t more) {
  int64_t held = atomic_fetch_add_explicit(&to->held, more, memory_order_relaxed) + more;
  int64_t peak = atomic_load_explicit(&to->peak, memory_order_relaxed);
  while (held > peak && !atomic_compare_exchange_weak_explicit(
                            &to->peak, &peak, held, memory_order_relaxed, memory_order_relaxed)) {
  }
}

__attribute__((constructor)) static void begin(void) {
  const char *path = getenv("TIDEMARK_ALLOCATIONS");
  int file = path ? open(path, O_RDWR | O_CLOEXEC) : -1;
  if (file < 0) return;
  void *shared = mmap(NULL, sizeof(struct counts), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  close(file);
  if (shared == MAP_FAILED) return;
  struct counts *to = shared;
  atomic_store(&counts, to);
  atomic_fetch_add(&to->processes, 1);
  atomic_fetch_add(&to->allocations, early.allocations);
  atomic_fetch_add(&to->bytes, early.bytes);
  hold(to, early.held);
}

static void *given(void *block, size_t asked) {
  if (!block) return block;
  struct counts *to = atomic_load_explicit(&counts, memory_order_relaxed);
  atomic_fetch_add_explicit(&to->allocations, 1, memory_order_relaxed);
  atomic_fetch_add_explicit(&to->bytes, asked, memory_order_relaxed);
  hold(to, (int64_t)malloc_usable_size(block));
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
