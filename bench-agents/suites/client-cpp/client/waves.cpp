// std::async(std::launch::async) starts a thread per call; libstdc++ has no pool behind it.
#include "waves.h"

#include <algorithm>
#include <cstdint>
#include <deque>
#include <functional>
#include <future>
#include <vector>

#include "../../client-c/http/clock.h"
#include "../../client-c/http/record.h"
#include "lane.h"

namespace {

// Sends order `index` (from 0) on a lane and returns when it ended.
using Send = std::function<std::uint64_t(std::uint64_t index, exchange* lane)>;
using Wait = std::function<void(std::uint64_t index)>;

std::deque<Lane> make_lanes(const run& run) {
  std::deque<Lane> lanes;
  for (std::uint32_t i = 0; i < run.options->connections; i++) {
    lanes.emplace_back(run.target);
  }
  return lanes;
}

// One wave: order `first` and those behind it, as many as there are lanes and orders.
std::uint64_t play_wave(std::deque<Lane>& lanes, std::uint64_t first, std::uint64_t orders,
                        const Wait& wait, const Send& send) {
  const std::uint64_t count = std::min<std::uint64_t>(lanes.size(), orders - first);
  std::vector<std::future<std::uint64_t>> sent;
  sent.reserve(count);
  for (std::uint64_t i = 0; i < count; i++) {
    wait(first + i);
    sent.push_back(std::async(std::launch::async, send, first + i, lanes[i].get()));
  }
  std::uint64_t ended = 0;
  for (auto& order : sent) {
    ended = std::max(ended, order.get());
  }
  return ended;
}

// Starts no more waves once the record gave up: they would be threads for orders nobody sends.
std::uint64_t play_all(std::deque<Lane>& lanes, std::uint64_t orders, const record& record,
                       const Wait& wait, const Send& send) {
  std::uint64_t ended = 0;
  for (std::uint64_t first = 0; first < orders && !record_gave_up(&record); first += lanes.size()) {
    ended = std::max(ended, play_wave(lanes, first, orders, wait, send));
  }
  return ended;
}

void play_warmup(run& run, std::deque<Lane>& lanes) {
  const Wait at_once = [](std::uint64_t) {};
  const Send send = [&run](std::uint64_t index, exchange* lane) {
    run_warmup_order(&run, lane, index + 1);
    return clock_now();
  };
  play_all(lanes, run.options->warmup, run.warmup, at_once, send);
}

std::uint64_t play_measured(run& run, std::deque<Lane>& lanes) {
  const bool is_open = run.options->is_open;
  const Wait until_due = [&run, is_open](std::uint64_t index) {
    if (is_open) {
      run_await_due(&run, index);
    }
  };
  const Send send = [&run, is_open](std::uint64_t index, exchange* lane) {
    run_measured_order(&run, lane, index + 1, is_open ? run_due(&run, index) : clock_now());
    return clock_now();
  };
  return play_all(lanes, run.options->orders, run.measured, until_due, send);
}

} // namespace

void play_waves(run& run) {
  std::deque<Lane> lanes = make_lanes(run);
  play_warmup(run, lanes);
  run_begin_measured(&run);
  run_finish_measured(&run, play_measured(run, lanes));
}
