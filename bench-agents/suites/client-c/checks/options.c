/* Good words are understood; bad ones end the program with a sentence and exit code 2. */
#include "../http/options.h"

#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../http/failure.h"
#include "check.h"
#include "families.h"

static void check_good(void) {
  char* words[] = {"--mode",   "open",    "--rate",      "1500.5", "--connections",
                   "7",        "--reuse", "keep-alive",  "--seed", "0",
                   "--orders", "9999999", "--in-flight", "8",      NULL};
  CHECK(setenv("ORDERS_ADDRESS", "127.0.0.1:9", 1) == 0);
  const struct options options = options_from(words);
  CHECK(options.is_open && options.rate > 1500.4 && options.rate < 1500.6);
  CHECK(options.connections == 7 && options.keeps_alive && options.seed == 0);
  CHECK(options.orders == 9999999 && options.in_flight == 8 && options.warmup == 100);
  CHECK(options.workers == 0 && strcmp(options.address, "127.0.0.1:9") == 0);
}

/* Reads the words in a child and returns what it said; its exit code must be 2. */
static void said_about(char** words, char* text, size_t size) {
  int ends[2];
  CHECK(pipe(ends) == 0);
  const pid_t child = fork();
  CHECK(child >= 0);
  if (child == 0) {
    (void)dup2(ends[1], STDERR_FILENO);
    (void)options_from(words);
    _exit(0);
  }
  (void)close(ends[1]);
  const ssize_t length = read(ends[0], text, size - 1);
  text[length > 0 ? length : 0] = '\0';
  (void)close(ends[0]);
  int status = 0;
  CHECK(waitpid(child, &status, 0) == child);
  CHECK(WIFEXITED(status) && WEXITSTATUS(status) == EXIT_USAGE);
}

static void check_bad(const char* first, const char* second, const char* expected) {
  char words_text[2][32];
  char said[512];
  (void)snprintf(words_text[0], sizeof *words_text, "%s", first);
  (void)snprintf(words_text[1], sizeof *words_text, "%s", second);
  char* words[] = {words_text[0], second[0] == '\0' ? NULL : words_text[1], NULL};
  said_about(words, said, sizeof said);
  CHECK(strstr(said, expected) != NULL);
}

void check_options(void) {
  check_good();
  check_bad("--connections", "0", "from 1 to 10000, not '0'");
  check_bad("--connections", "-3", "not '-3'");
  check_bad("--orders", "ten", "not 'ten'");
  check_bad("--orders", "10000000", "from 1 to 9999999");
  check_bad("--reuse", "old", "new or keep-alive");
  check_bad("--mode", "ajar", "closed or open");
  check_bad("--mode", "open", "needs --rate");
  check_bad("--rate", "nan", "above 0");
  check_bad("--rate", "10", "is for --mode open");
  check_bad("--orders", "", "needs a word");
  check_bad("--colour", "red", "no option");
  CHECK(unsetenv("ORDERS_ADDRESS") == 0);
  check_bad("--seed", "1", "ORDERS_ADDRESS");
}
