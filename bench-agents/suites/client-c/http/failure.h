/* Ending the program with a readable text. */
#ifndef HTTP_FAILURE_H
#define HTTP_FAILURE_H

#ifdef __cplusplus
extern "C" {
#endif

enum { EXIT_USAGE = 2 };

__attribute__((noreturn)) void fail(const char* text);
__attribute__((noreturn, format(printf, 2, 3))) void fail_with(int exit_code, const char* format,
                                                               ...);

#ifdef __cplusplus
}
#endif

#endif
