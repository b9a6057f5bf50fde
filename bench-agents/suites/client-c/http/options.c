/* Reading `--name value` pairs. */
#include "options.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "failure.h"

enum { MOST_ORDERS = 9999999, MOST_CONNECTIONS = 10000 };

static uint64_t number_from(const char* name, const char* text, uint64_t least, uint64_t most) {
  char* end = NULL;
  errno = 0;
  const unsigned long long number = strtoull(text, &end, 10);
  const bool is_number = text[0] >= '0' && text[0] <= '9' && *end == '\0' && errno == 0;
  if (!is_number || number < least || number > most) {
    fail_with(EXIT_USAGE, "%s must be a number from %llu to %llu, not '%s'", name,
              (unsigned long long)least, (unsigned long long)most, text);
  }
  return number;
}

static double rate_from(const char* text) {
  char* end = NULL;
  const double rate = strtod(text, &end);
  if (end == text || *end != '\0' || !isfinite(rate) || rate <= 0) {
    fail_with(EXIT_USAGE, "--rate must be orders per second, a number above 0, not '%s'", text);
  }
  return rate;
}

/* True for the second word, false for the first. */
static bool choice_from(const char* name, const char* text, const char* no, const char* yes) {
  if (strcmp(text, no) != 0 && strcmp(text, yes) != 0) {
    fail_with(EXIT_USAGE, "%s must be %s or %s, not '%s'", name, no, yes, text);
  }
  return strcmp(text, yes) == 0;
}

static bool read_word(struct options* options, const char* name, const char* text) {
  if (strcmp(name, "--strategy") == 0) {
    options->strategy = text;
  } else if (strcmp(name, "--mode") == 0) {
    options->is_open = choice_from(name, text, "closed", "open");
  } else if (strcmp(name, "--reuse") == 0) {
    options->keeps_alive = choice_from(name, text, "new", "keep-alive");
  } else if (strcmp(name, "--rate") == 0) {
    options->rate = rate_from(text);
  } else {
    return false;
  }
  return true;
}

static void read_number(struct options* options, const char* name, const char* text) {
  if (strcmp(name, "--connections") == 0) {
    options->connections = (uint32_t)number_from(name, text, 1, MOST_CONNECTIONS);
  } else if (strcmp(name, "--in-flight") == 0) {
    options->in_flight = (uint32_t)number_from(name, text, 1, MOST_CONNECTIONS);
  } else if (strcmp(name, "--workers") == 0) {
    options->workers = (uint32_t)number_from(name, text, 1, MOST_CONNECTIONS);
  } else if (strcmp(name, "--seed") == 0) {
    options->seed = (uint32_t)number_from(name, text, 0, UINT32_MAX);
  } else if (strcmp(name, "--orders") == 0) {
    options->orders = number_from(name, text, 1, MOST_ORDERS);
  } else if (strcmp(name, "--warmup") == 0) {
    options->warmup = number_from(name, text, 0, MOST_ORDERS);
  } else {
    fail_with(EXIT_USAGE, "there is no option '%s'; --help lists them", name);
  }
}

static void check_together(const struct options* options) {
  if (options->is_open && options->rate <= 0) {
    fail_with(EXIT_USAGE, "--mode open needs --rate, the orders per second");
  }
  if (!options->is_open && options->rate > 0) {
    fail_with(EXIT_USAGE, "--rate is for --mode open; in the closed loop orders set the rate");
  }
  if (options->address == NULL) {
    fail_with(EXIT_USAGE, "ORDERS_ADDRESS is not set; start this by `orders with -- COMMAND`");
  }
}

struct options options_from(char** words) {
  struct options options = {
      .address = getenv("ORDERS_ADDRESS"),
      .latencies_path = getenv("ORDERS_LATENCIES"),
      .strategy = "",
      .connections = 10,
      .seed = 1,
      .orders = 5000,
      .warmup = 100,
  };
  for (; words[0] != NULL; words += 2) {
    if (words[1] == NULL) {
      fail_with(EXIT_USAGE, "%s needs a word behind it", words[0]);
    }
    if (!read_word(&options, words[0], words[1])) {
      read_number(&options, words[0], words[1]);
    }
  }
  check_together(&options);
  return options;
}
