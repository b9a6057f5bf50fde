/* Reading the environment: what cannot be read is said once and replaced by the default. */
#include "settings.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "size_classes.h"

enum { SMALLEST_RING = 2, LARGEST_RING = 4096 };

/* A number, and whether it counts bytes (a K or M stands behind it) or objects. */
struct amount {
  size_t number;
  bool is_bytes;
};

struct settings settings;
static pthread_once_t once = PTHREAD_ONCE_INIT;

/* Reads an amount and moves on behind it; false if there is none. */
static bool read_amount(const char** text, struct amount* amount) {
  enum { LONGEST = 1 << 30 };
  const char* at = *text;
  *amount = (struct amount){0, false};
  for (; *at >= '0' && *at <= '9' && amount->number < LONGEST; at++) {
    amount->number = amount->number * 10 + (size_t)(*at - '0');
  }
  const bool is_number = at != *text;
  if (*at == 'K' || *at == 'M') {
    amount->number <<= *at == 'K' ? 10 : 20;
    amount->is_bytes = true;
    at++;
  }
  *text = at;
  return is_number;
}

static bool read_pair(const char* text, struct amount* first, struct amount* second) {
  return read_amount(&text, first) && *text++ == '/' && read_amount(&text, second) && *text == '\0';
}

static void complain(const char* name) {
  const char* const parts[] = {"ringpool: ", name, " cannot be read and is ignored\n"};
  for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
    if (write(STDERR_FILENO, parts[i], strlen(parts[i])) < 0) {
      return;
    }
  }
}

static struct amount amount_from(const char* name, const char* otherwise) {
  struct amount amount;
  const char* text = getenv(name);
  if (text != NULL) {
    if (read_amount(&text, &amount) && *text == '\0') {
      return amount;
    }
    complain(name);
  }
  read_amount(&otherwise, &amount);
  return amount;
}

static void read_rings(struct amount* l2, struct amount* l25) {
  const char* const text = getenv("RINGPOOL_RINGS");
  if (text != NULL) {
    if (read_pair(text, l2, l25)) {
      return;
    }
    complain("RINGPOOL_RINGS");
  }
  read_pair("48/16", l2, l25);
}

static uint32_t ring_capacity(struct amount amount, unsigned class) {
  const size_t wanted = amount.is_bytes ? amount.number / class_bytes[class] : amount.number;
  if (wanted < SMALLEST_RING) {
    return SMALLEST_RING;
  }
  return wanted > LARGEST_RING ? LARGEST_RING : (uint32_t)wanted;
}

static void read_environment(void) {
  struct amount l2;
  struct amount l25;
  read_rings(&l2, &l25);
  const struct amount idle = amount_from("RINGPOOL_IDLE", "64M");
  for (unsigned i = 0; i < POOL_CLASSES; i++) {
    const unsigned class = FIRST_POOL_CLASS + i;
    settings.ring_capacity[i] = ring_capacity(i < L2_CLASSES ? l2 : l25, class);
    settings.idle_objects[i] = idle.number / class_bytes[class];
  }
  settings.huge_pages = amount_from("RINGPOOL_HUGE_PAGES", "1").number != 0;
}

void settings_read(void) {
  pthread_once(&once, read_environment);
}
