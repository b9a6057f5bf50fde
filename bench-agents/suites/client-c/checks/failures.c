/* What goes wrong is counted, once each, and nothing hangs. */
#include "check.h"
#include "families.h"
#include "plays.h"

static struct played play_with(const struct play* play, bool keeps_alive,
                               struct mischief mischief) {
  static struct stand_in server;
  struct options options = play_options();
  options.keeps_alive = keeps_alive;
  stand_in_start(&server, mischief);
  return play_against(&server, play, &options, 0);
}

static void check_one_bad_answer(const struct play* play, bool keeps_alive) {
  const struct played refused = play_with(play, keeps_alive, (struct mischief){.refuses = 77});
  CHECK(refused.failures == 1 && refused.errors == 1);
  const struct played garbled = play_with(play, keeps_alive, (struct mischief){.garbles = 78});
  CHECK(garbled.failures == 1 && garbled.errors == 1);
}

static void check_death(const struct play* play, bool keeps_alive) {
  const struct played played = play_with(play, keeps_alive, (struct mischief){.dies_at = 200});
  CHECK(played.successes > 0 && played.successes < 300);
  CHECK(played.failures >= 1 && played.errors >= 100);
  CHECK(played.failures < MOST_FAILURES + play->in_flight);
}

/* Nobody sits out the rest of a schedule of an hour when the server has gone. */
static void check_giving_up(const struct play* play) {
  static struct stand_in server;
  struct options options = play_options();
  options.is_open = true;
  options.rate = 2000;
  options.orders = 7200000;
  stand_in_start(&server, (struct mischief){.dies_at = 20});
  const struct played played = play_against(&server, play, &options, 0);
  CHECK(played.failures >= MOST_FAILURES && played.errors > 7000000);
}

void check_failures(void) {
  puts("        the failures that follow are on purpose");
  (void)fflush(stdout);
  for (size_t i = 0; i < STRATEGIES; i++) {
    check_one_bad_answer(&plays[i], false);
    check_one_bad_answer(&plays[i], true);
    check_death(&plays[i], false);
    check_death(&plays[i], true);
    check_giving_up(&plays[i]);
  }
}
