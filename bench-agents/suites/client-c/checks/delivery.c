/* Every order arrives once and is answered, on as many connections as were asked for. */
#include "check.h"
#include "families.h"
#include "plays.h"

static void check_plain(const struct play* play, struct options options) {
  static struct stand_in server;
  stand_in_start(&server, (struct mischief){0});
  const struct played played = play_against(&server, play, &options, 0);
  CHECK(played.successes == options.orders && played.failures == 0);
  CHECK(stand_in_saw_all(&server, options.orders));
  CHECK(server.warmups == options.warmup);
  if (!options.keeps_alive) {
    CHECK(server.accepted == options.orders + options.warmup);
  } else {
    CHECK(server.accepted >= play->fewest_kept && server.accepted <= play->in_flight);
  }
}

/* The limit cannot be more than was asked for, and is told. */
static void check_limit_told(void) {
  static struct stand_in server;
  struct options options = play_options();
  options.keeps_alive = true;
  stand_in_start(&server, (struct mischief){0});
  const struct played played = play_against(&server, &plays[STRATEGIES - 1], &options, 0);
  CHECK(played.in_flight >= 1 && played.in_flight <= 8);
  CHECK(server.most_open <= 8);
}

void check_delivery(void) {
  for (size_t i = 0; i < STRATEGIES; i++) {
    struct options options = play_options();
    check_plain(&plays[i], options);
    options.keeps_alive = true;
    check_plain(&plays[i], options);
    options.is_open = true;
    options.rate = 4000;
    check_plain(&plays[i], options);
    options.keeps_alive = false;
    check_plain(&plays[i], options);
  }
  check_limit_told();
}
