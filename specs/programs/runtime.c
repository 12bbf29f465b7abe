/* Runs a program once for each tape that its arguments hold, each in a process of its own: 2 inputs of 3 tapes are the
   arguments 2 a b c d e f. What is undefined, or does not end, ends such a process otherwise than with 0. */
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static int position, length;
static char **tape;

int __VERIFIER_nondet_int(void) {
  if (position >= length) { fflush(stdout); _exit(97); }
  return atoi(tape[position++]);
}

void __VERIFIER_assume(int holds) {
  if (!holds) { fflush(stdout); _exit(98); }
}

/* Priority 101 comes before all others. */
__attribute__((constructor(101))) static void start(int count, char **arguments) {
  length = atoi(arguments[1]);
  for (int at = 2; at + length <= count; at += length) {
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
      tape = arguments + at;
      alarm(5);
      return;
    }
    int status = 0;
    waitpid(child, &status, 0);
    printf("status %d\n", status);
  }
  fflush(stdout);
  _exit(0);
}
