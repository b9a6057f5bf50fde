/* One lane: an easy handle that sends one order at a time and reads its answer. */
#ifndef HTTP_EXCHANGE_H
#define HTTP_EXCHANGE_H

#include <curl/curl.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "options.h"
#include "order.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { ANSWER_MOST = 1024 };

/* What all lanes of one client share and none changes. */
struct target {
  char url[160];
  struct curl_slist* headers;
  bool keeps_alive;
  uint32_t seed;
};

struct exchange {
  const struct target* target;
  CURL* handle; /* NULL: made with the next order */
  struct order order;
  char answer[ANSWER_MOST + 1];
  size_t answered;
  char problem[CURL_ERROR_SIZE];
};

/* Starts libcurl, so call it before there are threads. */
void target_start(struct target* target, const struct options* options);
void target_end(struct target* target);

void exchange_start(struct exchange* exchange, const struct target* target);
void exchange_end(struct exchange* exchange);

/* Makes the order, and a new handle if connections are not kept. */
CURL* exchange_prepare(struct exchange* exchange, enum order_kind kind, uint64_t number);
/* Did the order succeed, after the transfer ended with `code`? If not, `problem` says why. */
bool exchange_succeeded(struct exchange* exchange, CURLcode code);
/* Gives up the handle if connections are not kept. */
void exchange_release(struct exchange* exchange);

#ifdef __cplusplus
}
#endif

#endif
