/* One parser; what is defined when it is compiled says in which form. */
#include <stdint.h>
#include <stdio.h>

#define NOINLINE __attribute__((noinline))
#define STIR(steps) for (long step = 0; step < (steps); step++) state = state * 6364136223846793005u + 1442695040888963407u

#ifdef slower
#define LONGER 13
#else
#define LONGER 10
#endif

NOINLINE uint64_t skip_space(uint64_t state) { STIR(600000); return state + 1; }

#if defined(renamed)
#define parse_int read_number
#endif

#if defined(inlined)
static inline __attribute__((always_inline)) uint64_t parse_int(uint64_t state) { STIR(1000000); return state + 2; }
#elif defined(split)
NOINLINE uint64_t parse_digits(uint64_t state) { STIR(500000); return state + 2; }
NOINLINE uint64_t parse_int(uint64_t state) { STIR(500000); return parse_digits(state); }
#else
NOINLINE uint64_t parse_int(uint64_t state) { STIR(100000L * LONGER); return state + 2; }
#endif

NOINLINE uint64_t parse_text(uint64_t state) { STIR(1800000); return state + 3; }
NOINLINE uint64_t parse_value(uint64_t state) { STIR(300000); state = parse_int(state); return parse_text(state) + 4; }
NOINLINE uint64_t parse_list(uint64_t state) { STIR(500000); state = skip_space(state); return parse_value(state) + 5; }
NOINLINE uint64_t hash_key(uint64_t state) { STIR(900000); return state + 6; }
NOINLINE uint64_t store(uint64_t state) { STIR(700000); return hash_key(state) + 7; }
NOINLINE uint64_t format(uint64_t state) { STIR(1200000); return state + 8; }

int main(int count, char **words) {
    (void)words;
    if (count > 1) return puts("parser 1.0") < 0;
    uint64_t state = 7;
    for (int round = 0; round < 10; round++) {
        state = parse_list(state);
        state = store(state);
        state = format(state);
    }
    return puts(state ? "parsed" : "nothing") < 0;
}
