/* Runs the driver on each file of a folder, a process each, whose counters are added up in the file of gcov.
   With sanitizers a run ends at the first thing that they report, of which the rest of its block still counts. */
#include "run.h"
#include <dirent.h>
#include <stdio.h>

void __gcov_dump(void);
#ifdef LARIAT_SANITIZED
void __sanitizer_set_death_callback(void (*)(void));
#endif

static void one(const char *file) {
    static unsigned char bytes[1 << 16];
    FILE *stream = fopen(file, "rb");
    if (!stream)
        return;
    size_t size = fread(bytes, 1, sizeof bytes, stream);
    fclose(stream);
#ifdef LARIAT_SANITIZED
    const int numbers[] = {SIGVTALRM, SIGILL, SIGTRAP, SIGFPE};
    __sanitizer_set_death_callback(__gcov_dump);
#else
    const int numbers[] = {SIGVTALRM, SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGABRT};
#endif
    struct itimerval once = {{0, 0}, {LARIAT_MOST_MS / 1000, LARIAT_MOST_MS % 1000 * 1000}};
    lariat_catch(__gcov_dump, numbers, sizeof numbers / sizeof *numbers);
    setitimer(ITIMER_VIRTUAL, &once, 0);
    lariat_run(bytes, size);
    __gcov_dump();
    _exit(0);
}

int main(int argc, char **argv) {
    DIR *folder = argc == 2 ? opendir(argv[1]) : 0;
    int runs = 0, ended = 0;
    if (!folder || chdir(argv[1])) {
        fprintf(stderr, "usage: %s FOLDER\n", argv[0]);
        return 2;
    }
    for (struct dirent *entry; (entry = readdir(folder));) {
        if (entry->d_name[0] == '.')
            continue;
        int status = 0;
        pid_t child = fork();
        if (child < 0)
            return 3;
        if (child == 0)
            one(entry->d_name);
        waitpid(child, &status, 0);
        runs++;
        ended += status != 0;
    }
    printf("lariat: %d runs, %d ended early\n", runs, ended);
    fflush(stdout);
    _exit(0);
}
