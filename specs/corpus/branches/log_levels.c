// Counts the lines of a log by level, seven ways round one loop.
// Reachable by a log with as many lines of each kind as asked for, in any order: 31 lines.
// entry: levels  expect: reachable
extern void reach_error(void);

void levels(const char log[], int lines) {
    int fatal = 0, error = 0, warn = 0, info = 0, debug = 0, trace = 0, other = 0;
    for (int i = 0; i < lines; i++) {
        if (log[i] == 'F') fatal++;
        else if (log[i] == 'E') error++;
        else if (log[i] == 'W') warn++;
        else if (log[i] == 'I') info++;
        else if (log[i] == 'D') debug++;
        else if (log[i] == 'T') trace++;
        else other++;
    }
    if (fatal == 1 && error == 3 && warn == 4 && info == 9 && debug == 6 && trace == 8 && other == 0)
        reach_error();
}
