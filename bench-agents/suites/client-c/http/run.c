/* A latency ends when the answer has been found right, before handle and connection are given up.
 */
#include "run.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "clock.h"
#include "failure.h"

void run_start(struct run* run, const struct options* options) {
  *run = (struct run){.options = options};
  clock_wake_exactly();
  target_start(&run->target, options);
  record_start(&run->measured, options->orders);
}

void run_end(struct run* run) {
  record_end(&run->measured);
  target_end(&run->target);
}

void run_begin_measured(struct run* run) {
  run->cpu_before_s = clock_cpu();
  run->started = clock_now();
}

void run_finish_measured(struct run* run, uint64_t ended) {
  run->ended = ended;
  run->cpu_s = clock_cpu() - run->cpu_before_s;
}

uint64_t run_due(const struct run* run, uint64_t index) {
  return run->started + (uint64_t)((double)index * 1e9 / run->options->rate);
}

uint64_t run_await_due(const struct run* run, uint64_t index) {
  const uint64_t due = run_due(run, index);
  if (!record_gave_up(&run->measured)) {
    clock_sleep_until(due);
  }
  return due;
}

static void perform(struct record* record, struct exchange* exchange, CURL* handle,
                    uint64_t since) {
  const CURLcode code = curl_easy_perform(handle);
  if (exchange_succeeded(exchange, code)) {
    record_success(record, clock_now() - since);
  } else {
    record_failure(record, exchange->problem);
  }
  exchange_release(exchange);
}

void run_warmup_order(struct run* run, struct exchange* exchange, uint64_t number) {
  if (!record_gave_up(&run->warmup)) {
    perform(&run->warmup, exchange, exchange_prepare(exchange, ORDER_WARMUP, number), 0);
  }
}

void run_measured_order(struct run* run, struct exchange* exchange, uint64_t number,
                        uint64_t since) {
  if (!record_gave_up(&run->measured)) {
    perform(&run->measured, exchange, exchange_prepare(exchange, ORDER_MEASURED, number), since);
  }
}

static void write_latencies(const struct record* record, const char* path) {
  FILE* const file = fopen(path, "wb");
  if (file == NULL) {
    fail_with(1, "%s cannot be written: %s", path, strerror(errno));
  }
  const size_t written =
      fwrite(record->latencies, sizeof *record->latencies, record->successes, file);
  if (fclose(file) != 0 || written != record->successes) {
    fail_with(1, "%s cannot be written: %s", path, strerror(errno));
  }
}

void run_report(const struct run* run, uint32_t in_flight) {
  const struct record* const record = &run->measured;
  if (run->options->latencies_path != NULL) {
    write_latencies(record, run->options->latencies_path);
  }
  printf("{\"orders\": %" PRIu64 ", \"errors\": %" PRIu64 ", \"seconds\": %.9f, "
         "\"cpu_seconds\": %.6f",
         record->successes, run->options->orders - record->successes,
         1e-9 * (double)(run->ended - run->started), run->cpu_s);
  if (run->options->is_open) {
    printf(", \"rate\": %g", run->options->rate);
  }
  if (in_flight > 0) {
    printf(", \"metrics\": {\"in_flight\": %" PRIu32 "}", in_flight);
  }
  puts("}");
}
