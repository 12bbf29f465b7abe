#include <setjmp.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static sigjmp_buf lariat_end;
static volatile sig_atomic_t lariat_runs_now;
static volatile unsigned long long lariat_runs, lariat_rejected, lariat_seen;

static unsigned long long lariat_ms(void) { return (unsigned long long)(clock() / (CLOCKS_PER_SEC / 1000)); }

/* Says how it went, and ends the process. */
static void lariat_over(const char *how) {
    char text[128];
    int n = snprintf(text, sizeof text, "\nlariat: %s %llu %llu %llu\n", how, lariat_runs, lariat_rejected, lariat_ms());
    if (write(2, text, (size_t)n) != n)
        _exit(1);
    _exit(0);
}

/* Something undefined in the program ends its run; elsewhere it is an error. */
static void lariat_trapped(int number) {
    if (!lariat_runs_now) {
        signal(number, SIG_DFL);
        raise(number);
        return;
    }
    siglongjmp(lariat_end, 1);
}

static void lariat_ticked(int number) {
    (void)number;
    if (lariat_ms() >= LARIAT_MOST_MS)
        lariat_over("over");
    if (lariat_runs_now && lariat_seen == lariat_runs)
        siglongjmp(lariat_end, 1);
    lariat_seen = lariat_runs;
}

/* Memory that ends where a page begins that cannot be read. */
static void *lariat_guarded(size_t size) {
    size_t page = (size_t)sysconf(_SC_PAGESIZE), whole = (size + page - 1) / page * page;
    char *at = mmap(0, whole + 2 * page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (at == MAP_FAILED || mprotect(at + page, whole, PROT_READ | PROT_WRITE))
        _exit(2);
    return at + page + whole - size;
}

/* Takes bytes as far as there are any; the rest is 0. */
static void lariat_take(void *to, size_t size, const unsigned char **data, size_t *left) {
    size_t taken = size < *left ? size : *left;
    memset(to, 0, size);
    memcpy(to, *data, taken);
    *data += taken;
    *left -= taken;
}

static void lariat_ready(void);
static int lariat_try(const unsigned char *data, size_t size);

int LLVMFuzzerInitialize(int *argc, char ***argv) {
    (void)argc, (void)argv;
    struct sigaction trapped = {.sa_handler = lariat_trapped, .sa_flags = SA_NODEFER};
    struct sigaction ticked = {.sa_handler = lariat_ticked, .sa_flags = SA_NODEFER | SA_RESTART};
    int numbers[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP};
    for (unsigned i = 0; i < sizeof numbers / sizeof *numbers; i++)
        sigaction(numbers[i], &trapped, 0);
    sigaction(SIGVTALRM, &ticked, 0);
    struct itimerval every = {{0, LARIAT_TICK_MS * 1000}, {0, LARIAT_TICK_MS * 1000}};
    setitimer(ITIMER_VIRTUAL, &every, 0);
    lariat_ready();
    return 0;
}

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size) {
    lariat_runs++;
    if (!lariat_try(data, size))
        lariat_rejected++;
    return 0;
}
