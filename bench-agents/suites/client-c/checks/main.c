/* Proves the client's parts, and its whole against a server that stalls, refuses and dies. */
#include <curl/curl.h>
#include <stdio.h>

#include "families.h"

static const struct {
  const char* name;
  void (*check)(void);
} families[] = {
    {"options", check_options}, {"order", check_order},       {"record", check_record},
    {"queue", check_queue},     {"limit", check_limit},       {"delivery", check_delivery},
    {"latency", check_latency}, {"failures", check_failures},
};

int main(void) {
  curl_global_init(CURL_GLOBAL_DEFAULT);
  for (size_t i = 0; i < sizeof families / sizeof *families; i++) {
    families[i].check();
    printf("right   %s\n", families[i].name);
    (void)fflush(stdout);
  }
  curl_global_cleanup();
  return 0;
}
