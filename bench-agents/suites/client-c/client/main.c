/* client-c: sends orders to the order server in one of four ways and tells how it went. */
#include <stdio.h>
#include <string.h>

#include "../http/failure.h"
#include "../http/run.h"
#include "strategies.h"

static const char USAGE[] =
    "client-c --strategy S [OPTION VALUE]...   started by `orders with -- client-c ...`\n"
    "client-c --version\n"
    "\n"
    "--strategy     thread-per-connection, pool, multi or multi-adaptive\n"
    "--mode         closed (default) or open, which needs --rate\n"
    "--rate         orders per second in the open loop\n"
    "--connections  the most orders in flight (10)\n"
    "--workers      the most threads of the pool (20)\n"
    "--in-flight    the limit of multi and the most of multi-adaptive (as connections)\n"
    "--reuse        new (default): a connection per order; or keep-alive\n"
    "--orders       measured orders (5000)\n"
    "--warmup       orders before (100)\n"
    "--seed         of the quantities (1)";

static const struct {
  const char* name;
  uint32_t (*play)(struct run* run);
} strategies[] = {
    {"thread-per-connection", play_thread_per_connection},
    {"pool", play_pool},
    {"multi", play_multi},
    {"multi-adaptive", play_multi_adaptive},
};

static uint32_t play(struct run* run) {
  const char* const name = run->options->strategy;
  for (size_t i = 0; i < sizeof strategies / sizeof *strategies; i++) {
    if (strcmp(strategies[i].name, name) == 0) {
      return strategies[i].play(run);
    }
  }
  fail_with(EXIT_USAGE, "--strategy '%s' is none; --help lists them", name);
}

int main(int count, char** words) {
  if (count == 2 && strcmp(words[1], "--version") == 0) {
    printf("client-c 1.0.0, libcurl %s\n", curl_version_info(CURLVERSION_NOW)->version);
    return 0;
  }
  if (count == 2 && strcmp(words[1], "--help") == 0) {
    puts(USAGE);
    return 0;
  }
  const struct options options = options_from(words + 1);
  struct run run;
  run_start(&run, &options);
  const uint32_t in_flight = play(&run);
  run_report(&run, in_flight);
  run_end(&run);
  return 0;
}
