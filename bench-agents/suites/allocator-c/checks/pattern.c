/* A byte depends on the seed and on its place. */
#include "pattern.h"

/* Watching every byte would take minutes; an object given out twice shows in the pattern itself. */
#define UNWATCHED __attribute__((no_sanitize("thread")))

UNWATCHED static unsigned char at(size_t place, unsigned seed) {
  return (unsigned char)(seed * 31 + place + (place >> 8) * 7);
}

UNWATCHED void pattern_fill(unsigned char* bytes, size_t count, unsigned seed) {
  for (size_t i = 0; i < count; i++) {
    bytes[i] = at(i, seed);
  }
}

UNWATCHED bool pattern_holds(const unsigned char* bytes, size_t count, unsigned seed) {
  for (size_t i = 0; i < count; i++) {
    if (bytes[i] != at(i, seed)) {
      return false;
    }
  }
  return true;
}

UNWATCHED bool all_zero(const unsigned char* bytes, size_t count) {
  for (size_t i = 0; i < count; i++) {
    if (bytes[i] != 0) {
      return false;
    }
  }
  return true;
}
