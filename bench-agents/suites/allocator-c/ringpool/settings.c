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
  bool is_readable;
};

struct settings settings;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static struct amount amount_of(const char* text) {
  enum { LONGEST = 1 << 30 };
  struct amount amount = {.is_readable = *text >= '0' && *text <= '9'};
  for (; *text >= '0' && *text <= '9' && amount.number < LONGEST; text++) {
    amount.number = amount.number * 10 + (size_t)(*text - '0');
  }
  if (*text == 'K' || *text == 'M') {
    amount.number <<= *text == 'K' ? 10 : 20;
    amount.is_bytes = true;
    text++;
  }
  amount.is_readable = amount.is_readable && *text == '\0';
  return amount;
}

static void complain(const char* name) {
  const char* const parts[] = {"ringpool: ", name, " is neither a number nor like 512K; ignored\n"};
  for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
    if (write(STDERR_FILENO, parts[i], strlen(parts[i])) < 0) {
      return;
    }
  }
}

static struct amount amount_from(const char* name, const char* otherwise) {
  const char* const text = getenv(name);
  const struct amount amount = amount_of(text == NULL ? otherwise : text);
  if (amount.is_readable) {
    return amount;
  }
  complain(name);
  return amount_of(otherwise);
}

static uint32_t ring_capacity(struct amount amount, unsigned class) {
  const size_t wanted = amount.is_bytes ? amount.number / class_bytes[class] : amount.number;
  if (wanted < SMALLEST_RING) {
    return SMALLEST_RING;
  }
  return wanted > LARGEST_RING ? LARGEST_RING : (uint32_t)wanted;
}

static void read_environment(void) {
  const struct amount l2 = amount_from("RINGPOOL_L2_RING", "512K");
  const struct amount l25 = amount_from("RINGPOOL_L25_RING", "1M");
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
