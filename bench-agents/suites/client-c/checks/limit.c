/* The controller on servers whose best limit is known: latency is flat up to a knee, then grows. */
#include "../client/limit.h"

#include "check.h"
#include "families.h"

enum { UNLOADED_NS = 50000, ORDERS = 5000 };

struct model {
  double knee; /* orders that the server works on at once */
  double unloaded_ns;
};

static uint64_t latency_at(const struct model* model, uint32_t in_flight) {
  const double load = in_flight > model->knee ? in_flight / model->knee : 1;
  return (uint64_t)(model->unloaded_ns * load);
}

/* Lets the controller see orders of a server that always has as many as it allows. */
static void teach(struct limit* limit, const struct model* model, int orders) {
  for (int i = 0; i < orders; i++) {
    const uint32_t now = limit_now(limit);
    limit_learn(limit, latency_at(model, now), now);
  }
}

/* Away from a probe, because one order in flight is what a probe allows. */
static uint32_t settled(struct limit* limit, const struct model* model) {
  teach(limit, model, LIMIT_WINDOW * (LIMIT_WINDOWS_BETWEEN_PROBES / 2));
  return limit_now(limit);
}

static void check_finds_the_knee(double knee, uint32_t least, uint32_t most) {
  struct limit limit = limit_adaptive(100);
  const struct model model = {knee, UNLOADED_NS};
  const uint32_t found = settled(&limit, &model);
  CHECK(found >= least && found <= most);
}

static void check_grows_to_the_most(void) {
  struct limit limit = limit_adaptive(100);
  const struct model model = {1000, UNLOADED_NS};
  CHECK(settled(&limit, &model) == 100);
}

/* Half of what the server could do is gone, and comes back. */
static void check_follows(void) {
  struct limit limit = limit_adaptive(100);
  const struct model wide = {32, UNLOADED_NS};
  const struct model narrow = {4, UNLOADED_NS};
  const uint32_t before = settled(&limit, &wide);
  teach(&limit, &narrow, ORDERS);
  const uint32_t meanwhile = limit_now(&limit);
  teach(&limit, &wide, ORDERS);
  CHECK(before > 30 && meanwhile < 12 && limit_now(&limit) > 30);
}

/* A machine on which everything takes three times as long has the same best limit. */
static void check_new_level(void) {
  struct limit limit = limit_adaptive(100);
  const struct model model = {8, UNLOADED_NS};
  const struct model slower = {8, 3.0 * UNLOADED_NS};
  const uint32_t before = settled(&limit, &model);
  teach(&limit, &slower, LIMIT_WINDOW * 2 * LIMIT_WINDOWS_BETWEEN_PROBES);
  CHECK(limit_now(&limit) + 1 >= before && limit_now(&limit) <= before + 1);
}

static void check_hiccup(void) {
  struct limit limit = limit_adaptive(100);
  const struct model model = {8, UNLOADED_NS};
  const uint32_t before = settled(&limit, &model);
  for (int i = 0; i < LIMIT_WINDOW / 3; i++) {
    limit_learn(&limit, UINT64_C(1000000000), before);
  }
  teach(&limit, &model, LIMIT_WINDOW);
  CHECK(limit_now(&limit) + 1 >= before && limit_now(&limit) <= before + 1);
}

/* Few orders and short latencies are no reason to allow more. */
static void check_idle(void) {
  struct limit limit = limit_adaptive(100);
  const struct model model = {8, UNLOADED_NS};
  const uint32_t before = settled(&limit, &model);
  for (int i = 0; i < LIMIT_WINDOW * 20; i++) {
    limit_learn(&limit, UNLOADED_NS, 1);
  }
  CHECK(limit_now(&limit) == before);
}

static void check_fixed(void) {
  struct limit limit = limit_fixed(20);
  const struct model model = {2, UNLOADED_NS};
  teach(&limit, &model, ORDERS);
  CHECK(limit_now(&limit) == 20);
}

/* The first window is a probe; later ones come at intervals. */
static void check_probes(void) {
  struct limit limit = limit_adaptive(100);
  const struct model model = {16, UNLOADED_NS};
  CHECK(limit_now(&limit) == 1);
  int probes = 0;
  for (int window = 0; window < 3 * LIMIT_WINDOWS_BETWEEN_PROBES; window++) {
    probes += limit_now(&limit) == 1;
    teach(&limit, &model, LIMIT_WINDOW);
  }
  CHECK(probes == 3);
}

void check_limit(void) {
  check_finds_the_knee(1, 1, 4);
  check_finds_the_knee(8, 9, 13);
  check_finds_the_knee(32, 34, 40);
  check_grows_to_the_most();
  check_follows();
  check_new_level();
  check_hiccup();
  check_idle();
  check_fixed();
  check_probes();
}
