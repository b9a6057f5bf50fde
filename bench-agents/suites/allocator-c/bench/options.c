/* Reading `--name value` pairs. */
#include "options.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "failure.h"
#include "measurement.h"

static uint64_t number_from(const char* name, const char* text, uint64_t most) {
  char* end = NULL;
  errno = 0;
  const unsigned long long number = strtoull(text, &end, 10);
  if (errno != 0 || end == text || *end != '\0' || number < 1 || number > most) {
    fail_with(EXIT_USAGE, "%s must be a number from 1 to %llu, not '%s'", name,
              (unsigned long long)most, text);
  }
  return number;
}

static const struct workload* workload_from(const char* name) {
  const struct workload* const workload = workload_named(name);
  if (workload == NULL) {
    fail_with(EXIT_USAGE, "there is no workload '%s'", name);
  }
  return workload;
}

static void read_option(struct options* options, const char* name, const char* text) {
  if (strcmp(name, "--workload") == 0) {
    options->workload = workload_from(text);
  } else if (strcmp(name, "--allocator") == 0) {
    options->allocator = allocator_named(text);
  } else if (strcmp(name, "--threads") == 0) {
    options->threads = (uint32_t)number_from(name, text, MOST_THREADS);
  } else if (strcmp(name, "--cycles") == 0) {
    options->cycles = number_from(name, text, UINT64_C(1) << 40);
  } else if (strcmp(name, "--rings") == 0) {
    options->rings = text;
  } else if (strcmp(name, "--times") == 0) {
    options->prints_no_times = strcmp(text, "no") == 0;
  } else {
    fail_with(EXIT_USAGE, "there is no option '%s'", name);
  }
}

struct options options_from(char** words) {
  struct options options = {.threads = 1, .cycles = 1000000};
  for (; words[0] != NULL; words += 2) {
    if (words[1] == NULL) {
      fail_with(EXIT_USAGE, "%s needs a word behind it", words[0]);
    }
    read_option(&options, words[0], words[1]);
  }
  if (options.workload == NULL || options.allocator == NULL) {
    fail_with(EXIT_USAGE, "--workload and --allocator are needed");
  }
  return options;
}
