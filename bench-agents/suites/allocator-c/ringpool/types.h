/* The structures of ringpool.
 *
 * Glossary
 *   object       a piece of memory handed out by malloc
 *   size class   all objects of one size; a small number, 0 stands for "not ours"
 *   granule      64 KiB of address space, the unit of which the span map keeps the class
 *   span         one or more granules in a row that hold objects of one class
 *   chunk        32 MiB from the operating system, out of which spans are cut
 *   span map     from an address to the class of the objects around it
 *   tiny         sizes up to 1 KiB: lists of free objects, linked through the objects themselves
 *   batch        free tiny objects that move between a thread and the tiny central as one
 *   L2, L2.5     the pools for sizes up to 32 KiB and up to 1 MiB: arrays of pointers
 *   ring         a thread's pointers to free pool objects of one class; last in, first out
 *   central      what all threads share of one class, under one lock
 *   huge         above 1 MiB: a mapping of its own
 *   thread cache a thread's tiny lists and rings; used without locks
 *
 * The way of an object: span -> central -> thread cache -> program, and back as far as the central.
 * Spans stay with their class; the pages of objects that lie idle in a central are returned.
 */
#ifndef RINGPOOL_TYPES_H
#define RINGPOOL_TYPES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lock.h"

enum {
  OBJECT_ALIGNMENT = 16,
  PAGE_BYTES = 4096,
  GRANULE_SHIFT = 16,
  GRANULE_BYTES = 1 << GRANULE_SHIFT,

  TINY_CLASSES = 64,
  L2_CLASSES = 7,
  L25_CLASSES = 5,
  POOL_CLASSES = L2_CLASSES + L25_CLASSES,

  CLASS_NONE = 0,
  FIRST_TINY_CLASS = 1,
  FIRST_POOL_CLASS = FIRST_TINY_CLASS + TINY_CLASSES,
  FIRST_L25_CLASS = FIRST_POOL_CLASS + L2_CLASSES,
  CLASS_HUGE = FIRST_POOL_CLASS + POOL_CLASSES,

  LARGEST_TINY = TINY_CLASSES * OBJECT_ALIGNMENT,
  LARGEST_L2 = 32 << 10,
  LARGEST_L25 = 1 << 20,

  CACHE_LINE_BYTES = 64,
};

/* The first bytes of a free tiny object. */
struct free_object {
  struct free_object* next;
  uintptr_t batch_link; /* in the first object of a batch in a central: the batch below it */
};

/* Free tiny objects, linked; `first` is NULL if there are none. */
struct batch {
  struct free_object* first;
  uint32_t count;
};

/* A thread's free objects of one tiny class. All zero: not yet started, and both ways are slow. */
struct tiny_list {
  struct free_object* first;
  uint32_t room; /* objects that may still be added */
};

/* A thread's free objects of one pool class. All zero: neither pops nor pushes succeed. */
struct ring {
  uint32_t count;
  uint32_t capacity;
  void** slots;
};

enum thread_state { THREAD_NEW, THREAD_OPEN, THREAD_ENDED };

/* Everything a thread keeps for itself. Rings stand last and on cache lines of their own, so that
 * their number and size never move what the tiny lists use. */
struct thread_cache {
  struct tiny_list tiny[FIRST_POOL_CLASS];
  struct free_object* spare[FIRST_POOL_CLASS]; /* a full batch, or NULL */
  enum thread_state state;
  _Alignas(CACHE_LINE_BYTES) struct ring rings[POOL_CLASSES];
};

/* What threads share of one tiny class. */
struct tiny_central {
  _Alignas(CACHE_LINE_BYTES) struct lock lock;
  uintptr_t batches; /* the newest batch and its count; more through batch_link */
  char* uncut;       /* the part of the newest span that never was an object */
  char* uncut_end;
};

/* What threads share of one pool class. Objects below `returned` have given their pages back. */
struct pool_central {
  _Alignas(CACHE_LINE_BYTES) struct lock lock;
  void** objects; /* room for every object ever made of this class */
  size_t count;
  size_t returned;
  size_t capacity;
  size_t made;
};

/* Read once from the environment. */
struct settings {
  uint32_t ring_capacity[POOL_CLASSES];
  size_t idle_objects[POOL_CLASSES]; /* more idle ones in a central give their pages back */
  bool huge_pages;                   /* ask for 2 MiB pages under the L2 pool */
};

#endif
