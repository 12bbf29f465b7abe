/* Runs the driver on random bytes of random sizes, without looking at what they do. Inputs that take an edge that none did
   before are kept as files, so that they can be counted; that is not told to what makes the next. */
#include "run.h"
#include <stdint.h>
#include <stdio.h>
#include <sys/mman.h>
#include <time.h>

enum { EDGES = 1 << 20, MOST = 1 << 12 };

/* What all processes share. */
static struct {
    unsigned char edges[EDGES];
    unsigned long long runs, ended, kept;
    unsigned char is_new;
} *all;

static const char *folder;
static unsigned char bytes[MOST];
static size_t size;
static uintptr_t before;
static uint64_t state;

/* gcc calls it at the beginning of each block. */
__attribute__((no_sanitize_coverage)) void __sanitizer_cov_trace_pc(void) {
    uintptr_t here = (uintptr_t)__builtin_return_address(0);
    unsigned char *edge = &all->edges[(here ^ before * 31) % EDGES];
    if (!*edge)
        *edge = all->is_new = 1;
    before = here;
}

/* splitmix64, by Sebastiano Vigna, is in the public domain. */
static uint64_t next(void) {
    uint64_t z = state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

static void keep(void) {
    char name[512];
    if (!all->is_new)
        return;
    snprintf(name, sizeof name, "%s/%06llu", folder, all->kept++);
    FILE *stream = fopen(name, "wb");
    if (!stream)
        _exit(2);
    fwrite(bytes, 1, size, stream);
    fclose(stream);
    all->is_new = 0;
}

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec + t.tv_nsec / 1e9;
}

static void work(size_t most, uint64_t seed, double end) {
    const int numbers[] = {SIGVTALRM, SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGABRT};
    lariat_catch(keep, numbers, sizeof numbers / sizeof *numbers);
    struct itimerval once = {{0, 0}, {LARIAT_MOST_MS / 1000, LARIAT_MOST_MS % 1000 * 1000}};
    for (;;) {
        uint64_t number = all->runs++;
        if (number % 256 == 0) {
            if (now() >= end)
                _exit(0);
            setitimer(ITIMER_VIRTUAL, &once, 0);
        }
        state = seed << 40 ^ number;
        size = next() % (most + 1);
        for (size_t i = 0; i < size; i++)
            bytes[i] = (unsigned char)(next() >> 56);
        before = 0;
        lariat_run(bytes, size);
        keep();
    }
}

int main(int argc, char **argv) {
    size_t most = argc == 5 ? strtoul(argv[1], 0, 10) : MOST;
    if (most >= MOST) {
        fprintf(stderr, "usage: %s MOST-BYTES SEED SECONDS FOLDER\n", argv[0]);
        return 2;
    }
    double end = now() + atof(argv[3]);
    folder = argv[4];
    all = mmap(0, sizeof *all, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (all == MAP_FAILED)
        return 3;
    while (now() < end) {
        int status = 0;
        pid_t child = fork();
        if (child < 0)
            return 3;
        if (child == 0)
            work(most, strtoul(argv[2], 0, 10), end);
        waitpid(child, &status, 0);
        all->ended += status != 0;
    }
    printf("lariat: %llu runs, %llu ended early\n", all->runs, all->ended);
    return 0;
}
