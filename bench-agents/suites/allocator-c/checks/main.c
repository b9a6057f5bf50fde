/* Proves that ringpool is a malloc: linked under other names, so that a sanitizer can watch it. */
#include <stdio.h>

#include "families.h"

static const struct {
  const char* name;
  void (*check)(void);
} families[] = {
    {"size classes", check_size_classes},
    {"sizes", check_sizes},
    {"resizing", check_resizing},
    {"alignment", check_alignment},
    {"failures", check_failures},
    {"threads", check_threads},
    {"fork", check_fork},
    {"stress", check_stress},
};

int main(void) {
  for (size_t i = 0; i < sizeof families / sizeof *families; i++) {
    families[i].check();
    printf("right   %s\n", families[i].name);
    (void)fflush(stdout);
  }
  return 0;
}
