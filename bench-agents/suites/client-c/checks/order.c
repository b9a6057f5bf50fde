/* The text to the byte, as the contract of the order server has it. */
#include "../http/order.h"

#include <string.h>
#include <time.h>

#include "check.h"
#include "families.h"

static void check_body(void) {
  struct order order = {0};
  order_make(&order, ORDER_MEASURED, 1, 1);
  CHECK(strlen(order.body) == ORDER_LENGTH);
  CHECK(strncmp(order.body,
                "{\"buy_sell\":\"buy\",\"symbol\":\"2881\",\"price\":66.00,\"quantity\":9465,"
                "\"market_type\":\"common\",\"price_type\":\"limit\",\"time_in_force\":\"rod\","
                "\"order_type\":\"stock\",\"client_timestamp\":\"",
                171) == 0);
  CHECK(strcmp(order.body + 195, "\",\"user_def\":\"o0000001\"}") == 0);
}

static void check_quantities(void) {
  static const struct {
    uint64_t number;
    const char* quantity;
  } known[] = {{1, "9465"}, {2, "3110"}, {3, "2053"}, {42, "3413"}};
  struct order order = {0};
  for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
    order_make(&order, ORDER_WARMUP, known[i].number, 1);
    CHECK(strncmp(strstr(order.body, "\"quantity\":") + 11, known[i].quantity, 4) == 0);
    CHECK(strstr(order.body, "\"user_def\":\"w00000") != NULL);
  }
}

/* The timestamp of a second order is of its own time, not of the first one's. */
static void check_timestamp(void) {
  struct order order = {0};
  order_make(&order, ORDER_MEASURED, 1, 1);
  char first[25] = "";
  memcpy(first, order.body + 171, 24);
  struct tm calendar = {0};
  const char* const rest = strptime(first, "%Y-%m-%dT%H:%M:%S", &calendar);
  CHECK(rest == first + 19 && rest[0] == '.' && rest[4] == 'Z');
  const time_t age = time(NULL) - timegm(&calendar);
  CHECK(age >= -1 && age < 60);
  nanosleep(&(struct timespec){.tv_nsec = 3000000}, NULL);
  order_make(&order, ORDER_MEASURED, 2, 1);
  CHECK(strncmp(first, order.body + 171, 24) < 0);
}

#define ANSWER(quantity, status, user_def)                                                         \
  "{\"symbol\":\"2881\",\"buy_sell\":\"buy\",\"quantity\":" quantity ",\"price\":66.00,"           \
  "\"status\":\"" status "\",\"client_timestamp\":\"2026-11-20T21:51:21.123Z\","                   \
  "\"server_timestamp\":\"2026-11-20T21:51:21.124Z\",\"user_def\":\"" user_def "\"}"

static void check_answers(void) {
  struct order order = {0};
  order_make(&order, ORDER_MEASURED, 1, 1);
  CHECK(order_is_accepted(&order, ANSWER("9465", "accepted", "o0000001")));
  CHECK(!order_is_accepted(&order, ANSWER("9466", "accepted", "o0000001")));
  CHECK(!order_is_accepted(&order, ANSWER("9465", "refused", "o0000001")));
  CHECK(!order_is_accepted(&order, ANSWER("9465", "accepted", "o0000002")));
  CHECK(!order_is_accepted(&order, ANSWER("9465", "accepted", "w0000001")));
  CHECK(!order_is_accepted(&order, ANSWER("9465", "accepted", "o0000001") "?"));
  CHECK(!order_is_accepted(&order, ""));
}

void check_order(void) {
  check_body();
  check_quantities();
  check_timestamp();
  check_answers();
}
