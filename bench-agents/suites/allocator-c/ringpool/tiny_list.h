/* A thread's list of free tiny objects of one class: the fast way of malloc and free. */
#ifndef RINGPOOL_TINY_LIST_H
#define RINGPOOL_TINY_LIST_H

#include "branches.h"
#include "types.h"

/* NULL if the list is empty. */
static inline void* tiny_list_pop(struct tiny_list* list) {
  struct free_object* const object = list->first;
  if (LIKELY(object != NULL)) {
    list->first = object->next;
    list->room++;
  }
  return object;
}

/* False if the list is full. */
static inline bool tiny_list_push(struct tiny_list* list, void* address) {
  struct free_object* const object = address;
  if (UNLIKELY(list->room == 0)) {
    return false;
  }
  object->next = list->first;
  list->first = object;
  list->room--;
  return true;
}

#endif
