/* A thread holds up to two batches per tiny class: the list in use and a full spare. One of them
 * moves at a time, so that a program at the edge of a batch does not go to the central each time.
 */
#include "tiny.h"

#include "assertions.h"
#include "size_classes.h"
#include "span_map.h"
#include "thread_cache.h"
#include "tiny_central.h"
#include "tiny_list.h"

static bool tiny_list_is_valid(const struct tiny_list* list, unsigned class) {
  uint32_t count = 0;
  for (const struct free_object* object = list->first; object != NULL; object = object->next) {
    if (span_map_class(object) != class || ++count > tiny_batch_count(class)) {
      return false;
    }
  }
  return count + list->room == tiny_batch_count(class);
}

static void use(struct tiny_list* list, struct batch batch, unsigned class) {
  list->first = batch.first;
  list->room = tiny_batch_count(class) - batch.count;
  ASSERT_WHOLE(tiny_list_is_valid(list, class));
}

/* Threads that have ended, or cannot begin, keep nothing. */
static void* single_from_central(unsigned class) {
  const struct batch batch = tiny_central_take(class);
  if (batch.count > 1) {
    tiny_central_give(class, (struct batch){batch.first->next, batch.count - 1});
  }
  return batch.first;
}

static void single_to_central(unsigned class, struct free_object* object) {
  object->next = NULL;
  tiny_central_give(class, (struct batch){object, 1});
}

void* tiny_refill(unsigned class) {
  struct thread_cache* const cache = thread_cache_opened();
  if (cache == NULL) {
    return single_from_central(class);
  }
  struct batch batch = {cache->spare[class], tiny_batch_count(class)};
  cache->spare[class] = NULL;
  if (batch.first == NULL) {
    batch = tiny_central_take(class);
  }
  if (batch.first == NULL) {
    return NULL;
  }
  use(&cache->tiny[class], batch, class);
  return tiny_list_pop(&cache->tiny[class]);
}

void tiny_overflow(unsigned class, void* address) {
  struct thread_cache* const cache = thread_cache_opened();
  if (cache == NULL) {
    single_to_central(class, address);
    return;
  }
  struct tiny_list* const list = &cache->tiny[class];
  if (list->room == 0) {
    if (cache->spare[class] != NULL) {
      tiny_central_give(class, (struct batch){cache->spare[class], tiny_batch_count(class)});
    }
    cache->spare[class] = list->first;
    use(list, (struct batch){NULL, 0}, class);
  }
  tiny_list_push(list, address);
}

void tiny_open(struct thread_cache* cache) {
  for (unsigned class = FIRST_TINY_CLASS; class < FIRST_POOL_CLASS; class++) {
    cache->tiny[class].room = tiny_batch_count(class);
  }
}

void tiny_close(struct thread_cache* cache) {
  for (unsigned class = FIRST_TINY_CLASS; class < FIRST_POOL_CLASS; class++) {
    struct tiny_list* const list = &cache->tiny[class];
    ASSERT_WHOLE(tiny_list_is_valid(list, class));
    if (cache->spare[class] != NULL) {
      tiny_central_give(class, (struct batch){cache->spare[class], tiny_batch_count(class)});
    }
    if (list->first != NULL) {
      tiny_central_give(class, (struct batch){list->first, tiny_batch_count(class) - list->room});
    }
    cache->spare[class] = NULL;
    *list = (struct tiny_list){NULL, 0};
  }
}
