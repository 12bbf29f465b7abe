// How many elements a ring holds is the distance of two counters that wrap, whatever they began with.
// target: label:FULL       expect: reachable
// target: label:OVERFULL   expect: unreachable
// target: label:DIFFERENT  expect: unreachable
// target: label:MOVED      expect: unreachable
int nondet(void);

int main(void) {
    unsigned head = 0xfffffff0u, tail = head, n = 0;
    unsigned long puts = 0, gets = 0;
    while (nondet()) {
        if (nondet()) {
            if (head - tail != 16) {
                head++;
                puts++;
                n++;
            }
        } else if (head != tail) {
            tail++;
            gets++;
            n--;
        }
        if (n == 16) {
        FULL:;
        }
        if (n > 16) {
        OVERFULL:;
        }
        if (puts - gets != head - tail) {
        DIFFERENT:;
        }
        if (n != (unsigned)(puts - gets)) {
        MOVED:;
        }
    }
}
