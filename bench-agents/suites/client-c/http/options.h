/* What a client is told: words of the command line and the environment of `orders with`. */
#ifndef HTTP_OPTIONS_H
#define HTTP_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct options {
  const char* address;        /* host:port */
  const char* latencies_path; /* NULL: nobody wants them */
  const char* strategy;
  bool is_open;     /* orders fall due at `rate`, finished or not */
  bool keeps_alive; /* otherwise a connection per order */
  uint32_t connections;
  uint32_t in_flight; /* 0: as many as connections */
  uint32_t workers;   /* 0: as many as the strategy likes */
  uint32_t seed;
  uint64_t orders, warmup;
  double rate; /* 0: none given */
};

/* Ends the program readably if a word cannot be understood. */
struct options options_from(char** words);

#ifdef __cplusplus
}
#endif

#endif
