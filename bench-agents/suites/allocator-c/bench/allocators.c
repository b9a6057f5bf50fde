/* Preloading by a second start of the same program: the loader binds malloc, nobody else can. A
 * library that is missing is only a warning to the loader, so the outcome is checked. */
#include "allocators.h"

#include <dlfcn.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "failure.h"

static const char SWITCHED[] = "ALLOCATOR_C_SWITCHED";

static const struct allocator allocators[] = {
    {"glibc", "libc.so", NULL, "It is the C library of most Linux systems."},
    {"jemalloc", "libjemalloc", "libjemalloc.so.2", "Debian has it in package libjemalloc2."},
    {"mimalloc", "libmimalloc", "libmimalloc.so.2", "Debian has it in package libmimalloc2.0."},
    {"tcmalloc", "libtcmalloc", "libtcmalloc_minimal.so.4",
     "Debian has it in package libtcmalloc-minimal4."},
    {"ringpool", "libringpool", "/libringpool.so", "It is built with this program: run make."},
};

const struct allocator* allocator_named(const char* name) {
  for (size_t i = 0; i < sizeof allocators / sizeof *allocators; i++) {
    if (strcmp(name, allocators[i].name) == 0) {
      return &allocators[i];
    }
  }
  fail_with(EXIT_USAGE, "there is no allocator '%s'", name);
}

bool allocator_serves(const struct allocator* allocator) {
  void* const address = dlsym(RTLD_DEFAULT, "malloc");
  Dl_info origin;
  if (address == NULL || dladdr(address, &origin) == 0) {
    return false;
  }
  const char* const slash = strrchr(origin.dli_fname, '/');
  const char* const file = slash == NULL ? origin.dli_fname : slash + 1;
  return strncmp(file, allocator->library, strlen(allocator->library)) == 0;
}

/* This program's own path; the path of a library beside it if `beside` is not empty. */
static const char* own_path(const char* beside) {
  static char path[PATH_MAX + 64];
  const ssize_t length = readlink("/proc/self/exe", path, PATH_MAX);
  if (length <= 0) {
    fail("/proc/self/exe cannot be read");
  }
  path[length] = '\0';
  if (*beside != '\0') {
    (void)snprintf(strrchr(path, '/'), 64, "%s", beside);
  }
  return path;
}

const char* allocator_preload(const struct allocator* allocator) {
  if (allocator->preload == NULL) {
    return "";
  }
  return allocator->preload[0] == '/' ? own_path(allocator->preload) : allocator->preload;
}

_Noreturn void start_again(char** words) {
  execv(own_path(""), words);
  fail("this program cannot be started again");
}

void allocator_switch(const struct allocator* allocator, char** words) {
  if (allocator_serves(allocator)) {
    unsetenv(SWITCHED);
    return;
  }
  if (getenv(SWITCHED) != NULL) {
    fail_with(EXIT_UNAVAILABLE, "%s is not available here. %s", allocator->name, allocator->remedy);
  }
  setenv("LD_PRELOAD", allocator_preload(allocator), 1);
  setenv(SWITCHED, "1", 1);
  start_again(words);
}
