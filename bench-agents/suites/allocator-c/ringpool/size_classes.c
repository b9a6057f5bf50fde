/* The tables behind the size classes. */
#include "size_classes.h"

#define TINY_4(n) (n) * 16, ((n) + 1) * 16, ((n) + 2) * 16, ((n) + 3) * 16
#define TINY_16(n) TINY_4(n), TINY_4((n) + 4), TINY_4((n) + 8), TINY_4((n) + 12)

const uint32_t class_bytes[CLASS_HUGE] = {
    0,        TINY_16(1), TINY_16(17), TINY_16(33), TINY_16(49), 2 << 10,
    4 << 10,  8 << 10,    12 << 10,    16 << 10,    24 << 10,    32 << 10,
    64 << 10, 128 << 10,  256 << 10,   512 << 10,   1 << 20,
};

/* Indexed by (size - 1) / 2 KiB. */
const uint8_t l2_class_of_step[LARGEST_L2 / 2048] = {65, 66, 67, 67, 68, 68, 69, 69,
                                                     70, 70, 70, 70, 71, 71, 71, 71};
