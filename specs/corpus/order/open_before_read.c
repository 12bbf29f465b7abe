// Notes when a file was closed first and when it was read last; a read is refused once the file is closed.
// Unreachable: each number of closes and reads is possible, but no read comes after the close.
// expect: unreachable
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int closed_at = -1, read_at = -1;
    for (int step = 0; step < 8; step++) {
        int command = __VERIFIER_nondet_int();
        if (command == 0 && closed_at < 0)
            closed_at = step;
        else if (command == 1 && closed_at < 0)
            read_at = step;
    }
    if (closed_at >= 0 && read_at > closed_at)
        reach_error();
    return 0;
}
