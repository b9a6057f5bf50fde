/* The end of a process that broke the rules of malloc, or of an allocator that broke its own. */
#include "assertions.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

_Noreturn void give_up(const char* text) {
  const char* const parts[] = {"ringpool: ", text, "\n"};
  for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
    if (write(STDERR_FILENO, parts[i], strlen(parts[i])) < 0) {
      break;
    }
  }
  abort();
}
