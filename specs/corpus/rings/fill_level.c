// A queue in a ring of 8: puts are refused when it is full, gets when it is empty.
// Level 8 is reached by 8 puts; 9 is refused.
// define: LEVEL=8  expect: reachable
// define: LEVEL=9  expect: unreachable
extern void reach_error(void);
extern _Bool __VERIFIER_nondet_bool(void);

int main(void) {
    int level = 0, head = 0, tail = 0;
    for (int i = 0; i < 100; i++) {
        if (__VERIFIER_nondet_bool()) {
            if (level < 8) { head = (head + 1) % 8; level++; }
        } else {
            if (level > 0) { tail = (tail + 1) % 8; level--; }
        }
    }
    if (level == LEVEL && head == tail)
        reach_error();
    return 0;
}
