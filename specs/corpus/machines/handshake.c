// A connection: SYN, then ACK, then data; anything else resets it. Counts the packets of data that were accepted.
// Reachable by S, A and four D in a row.
// expect: reachable
extern void reach_error(void);
extern char __VERIFIER_nondet_char(void);

int main(void) {
    int state = 0, data = 0;
    for (int i = 0; i < 12; i++) {
        char packet = __VERIFIER_nondet_char();
        if (state == 0 && packet == 'S')
            state = 1;
        else if (state == 1 && packet == 'A')
            state = 2;
        else if (state == 2 && packet == 'D')
            data++;
        else
            state = 0;
    }
    if (data == 4 && state == 2)
        reach_error();
    return 0;
}
