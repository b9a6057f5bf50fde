/* Three values change from order to order, and none changes its length. */
#include "order.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#define BEFORE_QUANTITY "{\"buy_sell\":\"buy\",\"symbol\":\"2881\",\"price\":66.00,\"quantity\":"
#define BEFORE_TIMESTAMP                                                                           \
  ",\"market_type\":\"common\",\"price_type\":\"limit\",\"time_in_force\":\"rod\","                \
  "\"order_type\":\"stock\",\"client_timestamp\":\""
#define BEFORE_USER_DEF "\",\"user_def\":\""
#define TEMPLATE                                                                                   \
  BEFORE_QUANTITY "0000" BEFORE_TIMESTAMP "2000-01-01T00:00:00.000Z" BEFORE_USER_DEF "x0000000\"}"

_Static_assert(sizeof TEMPLATE == ORDER_LENGTH + 1, "the contract fixes the length");

enum {
  QUANTITY_AT = sizeof BEFORE_QUANTITY - 1,
  TIMESTAMP_AT = QUANTITY_AT + 4 + sizeof BEFORE_TIMESTAMP - 1,
  TIMESTAMP_LENGTH = 24,
  USER_DEF_AT = TIMESTAMP_AT + TIMESTAMP_LENGTH + sizeof BEFORE_USER_DEF - 1,
};

static uint64_t mix(uint64_t z) {
  z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
  z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
  return z ^ (z >> 31);
}

static void put_digits(char* end, size_t digits, uint64_t number) {
  for (; digits > 0; digits--, number /= 10) {
    *--end = (char)('0' + number % 10);
  }
}

/* The text is made once per millisecond. */
static void put_timestamp(struct order* order) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  const uint64_t millisecond = (uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000;
  if (millisecond == order->millisecond) {
    return;
  }
  order->millisecond = millisecond;
  struct tm calendar;
  char* const text = order->body + TIMESTAMP_AT;
  (void)strftime(text, TIMESTAMP_LENGTH, "%Y-%m-%dT%H:%M:%S.", gmtime_r(&now.tv_sec, &calendar));
  put_digits(text + 23, 3, millisecond % 1000);
  text[23] = 'Z';
}

void order_make(struct order* order, enum order_kind kind, uint64_t number, uint32_t seed) {
  if (order->body[0] == '\0') {
    memcpy(order->body, TEMPLATE, sizeof TEMPLATE);
    memcpy(order->quantity, "\"quantity\":0000,", sizeof "\"quantity\":0000,");
    memcpy(order->user_def, "\"user_def\":\"x0000000\"}", sizeof "\"user_def\":\"x0000000\"}");
  }
  const uint64_t draw = mix(seed * UINT64_C(0x9e3779b97f4a7c15) + number);
  put_digits(order->body + QUANTITY_AT + 4, 4, 1000 + draw % 9000);
  order->body[USER_DEF_AT] = (char)kind;
  put_digits(order->body + USER_DEF_AT + 8, 7, number);
  memcpy(order->quantity + 11, order->body + QUANTITY_AT, 4);
  memcpy(order->user_def + 12, order->body + USER_DEF_AT, 8);
  put_timestamp(order);
}

bool order_is_accepted(const struct order* order, const char* answer) {
  const char* const user_def = strstr(answer, order->user_def);
  return answer[0] == '{' && strstr(answer, order->quantity) != NULL &&
         strstr(answer, "\"status\":\"accepted\"") != NULL && user_def != NULL &&
         user_def[strlen(order->user_def)] == '\0';
}
