// A machine of thirty states, each left for the next by one input and for the first by all others: the last state takes
// as many rounds as there are states, and no fewer.
// target: label:last   entry: machine  expect: reachable
// target: label:early  entry: machine  expect: unreachable
extern int in(void);

#define STATE(k) case k: s = in() == k ? k + 1 : 0; break;
#define STATES(k) STATE(k) STATE(k + 1) STATE(k + 2) STATE(k + 3) STATE(k + 4)

int machine(int rounds) {
    int s = 0;
    for (int i = 0; i < rounds; i++) {
        switch (s) {
            STATES(0) STATES(5) STATES(10) STATES(15) STATES(20) STATES(25)
        case 30:
            if (i < 30) { early: return 2; }
        last:
            return 1;
        }
    }
    return 0;
}
