/* Without keep-alive each order has a handle of its own, as upstream's clients have. */
#include "exchange.h"

#include <stdio.h>
#include <string.h>

#include "failure.h"

enum { TIMEOUT_MS = 10000 };

static const char* const headers_always[] = {"Content-Type: application/json",
                                             "Expect:", "Accept:"};

static void add_header(struct target* target, const char* text) {
  target->headers = curl_slist_append(target->headers, text);
  if (target->headers == NULL) {
    fail("no memory for the headers");
  }
}

void target_start(struct target* target, const struct options* options) {
  if (curl_global_init(CURL_GLOBAL_DEFAULT) != CURLE_OK) {
    fail("libcurl does not start");
  }
  *target = (struct target){.keeps_alive = options->keeps_alive, .seed = options->seed};
  const int length = snprintf(target->url, sizeof target->url, "http://%s/order", options->address);
  if (length < 0 || (size_t)length >= sizeof target->url) {
    fail_with(EXIT_USAGE, "ORDERS_ADDRESS is too long: %s", options->address);
  }
  for (size_t i = 0; i < sizeof headers_always / sizeof *headers_always; i++) {
    add_header(target, headers_always[i]);
  }
  if (!target->keeps_alive) {
    add_header(target, "Connection: close");
  }
}

void target_end(struct target* target) {
  curl_slist_free_all(target->headers);
  curl_global_cleanup();
}

static size_t keep_answer(char* data, size_t size, size_t count, void* address) {
  struct exchange* const exchange = address;
  const size_t length = size * count;
  if (length > ANSWER_MOST - exchange->answered) {
    return 0; /* which libcurl takes for a failure */
  }
  memcpy(exchange->answer + exchange->answered, data, length);
  exchange->answered += length;
  return length;
}

static void open_handle(struct exchange* exchange) {
  CURL* const handle = curl_easy_init();
  if (handle == NULL) {
    fail("libcurl gives no handle");
  }
  const long is_fresh = exchange->target->keeps_alive ? 0 : 1;
  curl_easy_setopt(handle, CURLOPT_URL, exchange->target->url);
  curl_easy_setopt(handle, CURLOPT_HTTP_VERSION, (long)CURL_HTTP_VERSION_1_1);
  curl_easy_setopt(handle, CURLOPT_HTTPHEADER, exchange->target->headers);
  curl_easy_setopt(handle, CURLOPT_POSTFIELDS, exchange->order.body);
  curl_easy_setopt(handle, CURLOPT_POSTFIELDSIZE, (long)ORDER_LENGTH);
  curl_easy_setopt(handle, CURLOPT_WRITEFUNCTION, keep_answer);
  curl_easy_setopt(handle, CURLOPT_WRITEDATA, exchange);
  curl_easy_setopt(handle, CURLOPT_ERRORBUFFER, exchange->problem);
  curl_easy_setopt(handle, CURLOPT_PRIVATE, exchange);
  curl_easy_setopt(handle, CURLOPT_TCP_NODELAY, 1L);
  curl_easy_setopt(handle, CURLOPT_NOSIGNAL, 1L);
  curl_easy_setopt(handle, CURLOPT_NOPROXY, "*");
  curl_easy_setopt(handle, CURLOPT_TIMEOUT_MS, (long)TIMEOUT_MS);
  curl_easy_setopt(handle, CURLOPT_FRESH_CONNECT, is_fresh);
  curl_easy_setopt(handle, CURLOPT_FORBID_REUSE, is_fresh);
  exchange->handle = handle;
}

static void close_handle(struct exchange* exchange) {
  if (exchange->handle != NULL) {
    curl_easy_cleanup(exchange->handle);
    exchange->handle = NULL;
  }
}

void exchange_start(struct exchange* exchange, const struct target* target) {
  *exchange = (struct exchange){.target = target};
}

void exchange_end(struct exchange* exchange) {
  close_handle(exchange);
}

CURL* exchange_prepare(struct exchange* exchange, enum order_kind kind, uint64_t number) {
  order_make(&exchange->order, kind, number, exchange->target->seed);
  if (exchange->handle == NULL) {
    open_handle(exchange);
  }
  exchange->answered = 0;
  exchange->problem[0] = '\0';
  return exchange->handle;
}

static void explain(struct exchange* exchange, const char* problem) {
  (void)snprintf(exchange->problem, sizeof exchange->problem, "%s", problem);
}

bool exchange_succeeded(struct exchange* exchange, CURLcode code) {
  if (code != CURLE_OK) {
    if (exchange->problem[0] == '\0') {
      explain(exchange, curl_easy_strerror(code));
    }
    return false;
  }
  long status = 0;
  curl_easy_getinfo(exchange->handle, CURLINFO_RESPONSE_CODE, &status);
  exchange->answer[exchange->answered] = '\0';
  if (status != 200) {
    (void)snprintf(exchange->problem, sizeof exchange->problem, "status %ld: %.150s", status,
                   exchange->answer);
    return false;
  }
  if (!order_is_accepted(&exchange->order, exchange->answer)) {
    (void)snprintf(exchange->problem, sizeof exchange->problem,
                   "not the answer to this order: %.200s", exchange->answer);
    return false;
  }
  return true;
}

void exchange_release(struct exchange* exchange) {
  if (!exchange->target->keeps_alive) {
    close_handle(exchange);
  }
}
