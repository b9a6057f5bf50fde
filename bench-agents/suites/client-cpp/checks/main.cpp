// Proves the waves: each order once, barriers kept, stalls seen, failures counted.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <initializer_list>
#include <memory>

#include "../../client-c/checks/check.h"
#include "../../client-c/checks/stand_in.h"
#include "../client/waves.h"

namespace {

constexpr std::uint64_t STALL_MS = 400;
constexpr std::uint64_t SLOW_NS = 200'000'000;
constexpr double RATE = 2000;

struct Played {
  std::uint64_t successes, failures, slow;
};

options base_options(bool keeps_alive) {
  options options{};
  options.connections = 30;
  options.orders = 400;
  options.warmup = 60;
  options.seed = 1;
  options.keeps_alive = keeps_alive;
  return options;
}

Played play_against(stand_in& server, options options, mischief mischief = {}) {
  stand_in_start(&server, mischief);
  options.address = server.address;
  run run{};
  run_start(&run, &options);
  play_waves(run);
  Played played{run.measured.successes, run.measured.failures, 0};
  for (std::uint64_t i = 0; i < played.successes; i++) {
    played.slow += run.measured.latencies[i] >= SLOW_NS;
  }
  run_end(&run);
  stand_in_end(&server);
  return played;
}

void check_delivery(stand_in& server, bool keeps_alive, double rate) {
  options options = base_options(keeps_alive);
  options.is_open = rate > 0;
  options.rate = rate;
  const Played played = play_against(server, options);
  CHECK(played.successes == 400 && played.failures == 0);
  CHECK(stand_in_saw_all(&server, 400) && server.warmups == 60);
  CHECK(server.accepted == (keeps_alive ? 30 : 460));
}

// The orders that fell due in the first half of the stall end 200 ms late or more and must say so;
// in the closed loop only one wave can meet the stall.
void check_latency(stand_in& server) {
  options options = base_options(true);
  options.orders = 1200;
  const mischief stall{300, STALL_MS, 0, 0, 0};
  const Played closed = play_against(server, options, stall);
  CHECK(closed.successes == 1200 && closed.slow >= 1 && closed.slow <= 120);
  options.is_open = true;
  options.rate = RATE;
  const Played open = play_against(server, options, stall);
  CHECK(open.successes == 1200 && open.slow >= 360);
}

void check_failures(stand_in& server, bool keeps_alive) {
  const options options = base_options(keeps_alive);
  CHECK(play_against(server, options, {0, 0, 0, 77, 0}).failures == 1);
  CHECK(play_against(server, options, {0, 0, 0, 0, 78}).failures == 1);
  const Played dead = play_against(server, options, {0, 0, 200, 0, 0});
  CHECK(dead.successes > 0 && dead.successes < 300 && dead.failures >= 100);
}

// Nobody sits out the rest of a schedule of an hour when the server has gone.
void check_giving_up(stand_in& server) {
  options options = base_options(false);
  options.is_open = true;
  options.rate = RATE;
  options.orders = 7'200'000;
  CHECK(play_against(server, options, {0, 0, 20, 0, 0}).failures >= 100);
}

void say(const char* family) {
  std::printf("right   %s\n", family);
  (void)std::fflush(stdout);
}

} // namespace

int main() {
  const auto server = std::make_unique<stand_in>();
  for (const bool keeps_alive : {false, true}) {
    check_delivery(*server, keeps_alive, 0);
    check_delivery(*server, keeps_alive, 4000);
  }
  say("delivery");
  check_latency(*server);
  say("latency");
  std::puts("        the failures that follow are on purpose");
  check_failures(*server, false);
  check_failures(*server, true);
  check_giving_up(*server);
  say("failures");
  return 0;
}
