/* Contents that tell whether an object was overwritten, and by how much. */
#ifndef CHECKS_PATTERN_H
#define CHECKS_PATTERN_H

#include <stdbool.h>
#include <stddef.h>

/* Fills all bytes, so that every place and every seed looks different. */
void pattern_fill(unsigned char* bytes, size_t count, unsigned seed);
bool pattern_holds(const unsigned char* bytes, size_t count, unsigned seed);
bool all_zero(const unsigned char* bytes, size_t count);

#endif
