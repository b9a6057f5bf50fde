/* Ending the program with a readable text. */
#ifndef BENCH_FAILURE_H
#define BENCH_FAILURE_H

enum { EXIT_USAGE = 2, EXIT_UNAVAILABLE = 69 };

_Noreturn void fail(const char* text);
_Noreturn __attribute__((format(printf, 2, 3))) void fail_with(int exit_code, const char* format,
                                                               ...);

#endif
