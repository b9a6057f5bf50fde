/* Checks that are never compiled out. */
#ifndef CHECKS_CHECK_H
#define CHECKS_CHECK_H

#include <stdio.h>
#include <stdlib.h>

#define CHECK(condition)                                                                           \
  do {                                                                                             \
    if (!(condition)) {                                                                            \
      fprintf(stderr, "%s:%d: not true: %s\n", __FILE__, __LINE__, #condition);                    \
      exit(EXIT_FAILURE);                                                                          \
    }                                                                                              \
  } while (0)

#endif
