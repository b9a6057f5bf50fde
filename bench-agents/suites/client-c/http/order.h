/* One order: the text that is sent, and whether an answer belongs to it. */
#ifndef HTTP_ORDER_H
#define HTTP_ORDER_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { ORDER_LENGTH = 219 };

enum order_kind { ORDER_MEASURED = 'o', ORDER_WARMUP = 'w' };

struct order {
  char body[ORDER_LENGTH + 1];
  char quantity[18];    /* as it must stand in the answer */
  char user_def[24];    /* likewise */
  uint64_t millisecond; /* of the timestamp in `body` */
};

/* Numbers count from 1; all orders of a client have one seed. */
void order_make(struct order* order, enum order_kind kind, uint64_t number, uint32_t seed);

/* `answer` ends with a zero. */
bool order_is_accepted(const struct order* order, const char* answer);

#ifdef __cplusplus
}
#endif

#endif
