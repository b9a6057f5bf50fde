// client-cpp: sends orders to the order server in waves of std::async and tells how it went.
#include <cstdio>
#include <cstring>
#include <system_error>

#include "../../client-c/http/failure.h"
#include "../../client-c/http/run.h"
#include "waves.h"

namespace {

constexpr char USAGE[] =
    "client-cpp --strategy waves [OPTION VALUE]...   started by `orders with -- client-cpp ...`\n"
    "client-cpp --version\n"
    "\n"
    "--mode         closed (default) or open, which needs --rate\n"
    "--rate         orders per second in the open loop\n"
    "--connections  orders in a wave (10)\n"
    "--reuse        new (default): a connection per order; or keep-alive\n"
    "--orders       measured orders (5000)\n"
    "--warmup       orders before (100)\n"
    "--seed         of the quantities (1)";

void check_own(const options& options) {
  if (options.in_flight != 0 || options.workers != 0) {
    fail_with(EXIT_USAGE, "waves have neither --in-flight nor --workers; --help lists the options");
  }
  if (std::strcmp(options.strategy, "") != 0 && std::strcmp(options.strategy, "waves") != 0) {
    fail_with(EXIT_USAGE, "--strategy must be waves, not '%s'", options.strategy);
  }
}

int measure(char** words) {
  const options options = options_from(words);
  check_own(options);
  run run{};
  run_start(&run, &options);
  play_waves(run);
  run_report(&run, 0);
  run_end(&run);
  return 0;
}

} // namespace

int main(int count, char** words) {
  if (count == 2 && std::strcmp(words[1], "--version") == 0) {
    std::printf("client-cpp 1.0.0, libcurl %s\n", curl_version_info(CURLVERSION_NOW)->version);
    return 0;
  }
  if (count == 2 && std::strcmp(words[1], "--help") == 0) {
    std::puts(USAGE);
    return 0;
  }
  try {
    return measure(words + 1);
  } catch (const std::system_error& error) {
    fail_with(1, "a thread cannot be started: %s", error.what());
  }
}
