/* Texts go to standard error, where the agent keeps the last words of a failed program. */
#include "failure.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

void fail(const char* text) {
  fail_with(EXIT_FAILURE, "%s", text);
}

void fail_with(int exit_code, const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  (void)vfprintf(stderr, format, arguments);
  va_end(arguments);
  (void)fputc('\n', stderr);
  exit(exit_code);
}
