/* What programs without a C library begin with: calls of the kernel, and the way to `serve`. */
#ifndef TIDEMARK_BARE_H
#define TIDEMARK_BARE_H

#include <sys/syscall.h>

#if defined(__x86_64__)
static long call(long number, long a, long b, long c, long d, long e, long f) {
  long result;
  register long r10 __asm__("r10") = d;
  register long r8 __asm__("r8") = e;
  register long r9 __asm__("r9") = f;
  __asm__ volatile("syscall"
                   : "=a"(result)
                   : "a"(number), "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8), "r"(r9)
                   : "rcx", "r11", "memory");
  return result;
}
__asm__(".globl _start\n_start:\n\txor %ebp, %ebp\n\tand $-16, %rsp\n\tcall serve\n\tud2\n");
#elif defined(__aarch64__)
static long call(long number, long a, long b, long c, long d, long e, long f) {
  register long x8 __asm__("x8") = number;
  register long x0 __asm__("x0") = a;
  register long x1 __asm__("x1") = b;
  register long x2 __asm__("x2") = c;
  register long x3 __asm__("x3") = d;
  register long x4 __asm__("x4") = e;
  register long x5 __asm__("x5") = f;
  __asm__ volatile("svc #0"
                   : "+r"(x0)
                   : "r"(x8), "r"(x1), "r"(x2), "r"(x3), "r"(x4), "r"(x5)
                   : "memory");
  return x0;
}
__asm__(".globl _start\n_start:\n\tmov x29, #0\n\tbl serve\n\tbrk #1\n");
#else
#error "no calls for this processor"
#endif

#define CALL(number, a, b, c) call(number, (long)(a), (long)(b), (long)(c), 0, 0, 0)

static _Noreturn void leave(int code) {
  for (;;) CALL(SYS_exit_group, code, 0, 0);
}

#endif
