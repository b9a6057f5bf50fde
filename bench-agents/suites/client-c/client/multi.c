/*
 * One thread for all orders. What is limited is not threads but orders in flight: those beyond the
 * limit wait here, where waiting costs nothing, and not in the server's queues.
 */
#include <stdbool.h>
#include <stdlib.h>

#include "../http/clock.h"
#include "../http/failure.h"
#include "limit.h"
#include "strategies.h"
#include "wakeups.h"

/* An order on its way; `exchange` comes first, so that libcurl's private pointer leads here. */
struct flight {
  struct exchange exchange;
  uint64_t since, sent;
  struct flight* next;
};

struct multi {
  struct run* run;
  CURLM* handle;
  struct wakeups wakeups;
  struct limit limit;
  struct flight* flights;
  struct flight* idle;
  uint32_t capacity, in_flight;
  /* the part that is being played: warm-up or measured */
  struct record* record;
  enum order_kind kind;
  bool is_open;
  uint64_t begun, total, ended;
  uint64_t* seen_at; /* how many measured orders ended while the limit was this */
};

static uint32_t capacity_for(const struct options* options) {
  const uint32_t asked = options->in_flight;
  return asked != 0 && asked < options->connections ? asked : options->connections;
}

static void start(struct multi* multi, struct run* run) {
  *multi = (struct multi){.run = run, .capacity = capacity_for(run->options)};
  multi->handle = curl_multi_init();
  multi->flights = calloc(multi->capacity, sizeof *multi->flights);
  multi->seen_at = calloc(multi->capacity + 1, sizeof *multi->seen_at);
  if (multi->handle == NULL || multi->flights == NULL || multi->seen_at == NULL) {
    fail("no memory for the orders in flight");
  }
  curl_multi_setopt(multi->handle, CURLMOPT_MAXCONNECTS, (long)multi->capacity);
  wakeups_start(&multi->wakeups, multi->handle);
  for (uint32_t i = multi->capacity; i-- > 0;) {
    exchange_start(&multi->flights[i].exchange, &run->target);
    multi->flights[i].next = multi->idle;
    multi->idle = &multi->flights[i];
  }
}

static void end(struct multi* multi) {
  for (uint32_t i = 0; i < multi->capacity; i++) {
    exchange_end(&multi->flights[i].exchange);
  }
  curl_multi_cleanup(multi->handle);
  wakeups_end(&multi->wakeups);
  free(multi->flights);
  free(multi->seen_at);
}

static void note_end(struct multi* multi, const struct flight* flight) {
  limit_learn(&multi->limit, multi->ended - flight->sent, multi->in_flight);
  if (multi->kind == ORDER_MEASURED) {
    multi->seen_at[limit_now(&multi->limit)]++;
  }
}

static void end_order(struct multi* multi, struct flight* flight, CURLcode code) {
  struct exchange* const exchange = &flight->exchange;
  const bool has_succeeded = exchange_succeeded(exchange, code);
  multi->ended = clock_now();
  if (has_succeeded) {
    record_success(multi->record, multi->ended - flight->since);
  } else {
    record_failure(multi->record, exchange->problem);
  }
  note_end(multi, flight);
  curl_multi_remove_handle(multi->handle, exchange->handle);
  exchange_release(exchange);
  flight->next = multi->idle;
  multi->idle = flight;
  multi->in_flight--;
}

static void collect(void* address) {
  struct multi* const multi = address;
  int left = 0;
  const CURLMsg* message = NULL;
  while ((message = curl_multi_info_read(multi->handle, &left)) != NULL) {
    if (message->msg == CURLMSG_DONE) {
      const CURLcode code = message->data.result;
      char* flight = NULL;
      curl_easy_getinfo(message->easy_handle, CURLINFO_PRIVATE, &flight);
      end_order(multi, (struct flight*)(void*)flight, code);
    }
  }
}

static void begin_order(struct multi* multi) {
  struct flight* const flight = multi->idle;
  multi->idle = flight->next;
  flight->sent = clock_now();
  flight->since = multi->is_open ? run_due(multi->run, multi->begun) : flight->sent;
  CURL* const handle = exchange_prepare(&flight->exchange, multi->kind, multi->begun + 1);
  wakeups_adopt(&multi->wakeups, handle);
  multi->begun++;
  multi->in_flight++;
  if (curl_multi_add_handle(multi->handle, handle) != CURLM_OK) {
    fail("libcurl takes no further handle");
  }
  wakeups_kick(&multi->wakeups);
  collect(multi);
}

static bool is_due(const struct multi* multi) {
  return !multi->is_open || run_due(multi->run, multi->begun) <= clock_now();
}

static bool has_room(const struct multi* multi) {
  return multi->begun < multi->total && multi->in_flight < limit_now(&multi->limit);
}

static void begin_orders(struct multi* multi) {
  if (record_gave_up(multi->record)) {
    multi->total = multi->begun;
  }
  while (has_room(multi) && is_due(multi)) {
    begin_order(multi);
  }
}

static void play(struct multi* multi) {
  multi->begun = 0;
  for (;;) {
    begin_orders(multi);
    const bool waits_for_time = multi->is_open && has_room(multi);
    if (multi->in_flight == 0 && !waits_for_time && !has_room(multi)) {
      return;
    }
    const uint64_t until = waits_for_time ? run_due(multi->run, multi->begun) : 0;
    wakeups_wait(&multi->wakeups, until, collect, multi);
  }
}

static void play_warmup(struct multi* multi) {
  multi->record = &multi->run->warmup;
  multi->kind = ORDER_WARMUP;
  multi->is_open = false;
  multi->total = multi->run->options->warmup;
  play(multi);
}

static void play_measured(struct multi* multi) {
  multi->record = &multi->run->measured;
  multi->kind = ORDER_MEASURED;
  multi->is_open = multi->run->options->is_open;
  multi->total = multi->run->options->orders;
  run_begin_measured(multi->run);
  multi->ended = multi->run->started;
  play(multi);
  run_finish_measured(multi->run, multi->ended);
}

/* The median over the measured orders of the limit that held when they ended. */
static uint32_t settled_at(const struct multi* multi) {
  uint64_t total = 0;
  for (uint32_t limit = 0; limit <= multi->capacity; limit++) {
    total += multi->seen_at[limit];
  }
  uint32_t limit = 0;
  for (uint64_t below = multi->seen_at[0]; limit < multi->capacity && 2 * below < total;) {
    below += multi->seen_at[++limit];
  }
  return limit;
}

uint32_t play_multi(struct run* run) {
  struct multi multi;
  start(&multi, run);
  multi.limit = limit_fixed(multi.capacity);
  play_warmup(&multi);
  play_measured(&multi);
  end(&multi);
  return 0;
}

uint32_t play_multi_adaptive(struct run* run) {
  struct multi multi;
  start(&multi, run);
  multi.limit = limit_adaptive(multi.capacity);
  play_warmup(&multi);
  play_measured(&multi);
  const uint32_t limit = settled_at(&multi);
  end(&multi);
  return limit;
}
