/* Graded assertions: level 1 checks what is at hand, level 2 walks whole structures. */
#ifndef RINGPOOL_ASSERTIONS_H
#define RINGPOOL_ASSERTIONS_H

#ifndef RINGPOOL_ASSERTIONS
#define RINGPOOL_ASSERTIONS 0
#endif

/* Writes the text to standard error and aborts; allocates nothing. */
_Noreturn void give_up(const char* text);

#define ASSERTION_TEXT_(line) #line
#define ASSERTION_TEXT(line) ASSERTION_TEXT_(line)
#define ASSERT_OR_GIVE_UP(condition)                                                               \
  ((condition) ? (void)0 : give_up(__FILE__ ":" ASSERTION_TEXT(__LINE__) ": not true: " #condition))

#if RINGPOOL_ASSERTIONS >= 1
#define ASSERT_CHEAP(condition) ASSERT_OR_GIVE_UP(condition)
#else
#define ASSERT_CHEAP(condition) ((void)sizeof(condition))
#endif

#if RINGPOOL_ASSERTIONS >= 2
#define ASSERT_WHOLE(condition) ASSERT_OR_GIVE_UP(condition)
#else
#define ASSERT_WHOLE(condition) ((void)sizeof(condition))
#endif

#endif
