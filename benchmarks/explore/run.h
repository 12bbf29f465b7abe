/* One run of a driver in a process of its own: what crashes, or goes on for too long, ends there and is counted so far. */
#ifndef LARIAT_RUN_H
#define LARIAT_RUN_H
#include <signal.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

enum { LARIAT_MOST_MS = 500 };

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size);

/* What to do before a process ends that a signal ended. */
static void (*lariat_last)(void);

static void lariat_caught(int number) {
    if (lariat_last)
        lariat_last();
    _exit(128 + number);
}

/* Signals end the process with `last` before that, also where the stack is full. */
static inline void lariat_catch(void (*last)(void), const int *numbers, size_t count) {
    static char stack[1 << 16];
    stack_t other = {.ss_sp = stack, .ss_size = sizeof stack};
    struct sigaction caught = {.sa_handler = lariat_caught, .sa_flags = SA_ONSTACK | SA_RESETHAND};
    lariat_last = last;
    sigaltstack(&other, 0);
    for (size_t i = 0; i < count; i++)
        sigaction(numbers[i], &caught, 0);
}

/* Every run has a block of memory that is as long as its bytes. */
static inline void lariat_run(const unsigned char *bytes, size_t size) {
    unsigned char *data = malloc(size);
    if (!data)
        return;
    memcpy(data, bytes, size);
    LLVMFuzzerTestOneInput(data, size);
    free(data);
}
#endif
