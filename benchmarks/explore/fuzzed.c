/* What libFuzzer calls in place of the driver: a run that crashes or goes on for too long is over, and the next begins. */
#include <setjmp.h>
#include "run.h"

int lariat_driver(const unsigned char *data, size_t size);

static sigjmp_buf over;
static volatile sig_atomic_t is_running;
static volatile unsigned long long runs, seen;

static void trapped(int number) {
    if (is_running)
        siglongjmp(over, 1);
    signal(number, SIG_DFL);
    raise(number);
}

static void ticked(int number) {
    (void)number;
    if (is_running && seen == runs)
        siglongjmp(over, 1);
    seen = runs;
}

int LLVMFuzzerInitialize(int *argc, char ***argv) {
    static char stack[1 << 16];
    stack_t other = {.ss_sp = stack, .ss_size = sizeof stack};
    struct sigaction trap = {.sa_handler = trapped, .sa_flags = SA_NODEFER | SA_ONSTACK};
    struct sigaction tick = {.sa_handler = ticked, .sa_flags = SA_NODEFER | SA_RESTART};
    const int numbers[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGABRT};
    struct itimerval every = {{0, LARIAT_MOST_MS / 2 * 1000}, {0, LARIAT_MOST_MS / 2 * 1000}};
    (void)argc, (void)argv;
    sigaltstack(&other, 0);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        sigaction(numbers[i], &trap, 0);
    sigaction(SIGVTALRM, &tick, 0);
    setitimer(ITIMER_VIRTUAL, &every, 0);
    return 0;
}

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size) {
    runs++;
    if (!sigsetjmp(over, 1)) {
        is_running = 1;
        lariat_driver(data, size);
    }
    is_running = 0;
    return 0;
}
