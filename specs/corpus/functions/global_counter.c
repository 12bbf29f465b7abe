// A helper counts its calls in a global variable.
// 8 calls are reached by n = 4, since each round calls it twice; 9 is odd.
// entry: serve  define: CALLS=8  expect: reachable
// entry: serve  define: CALLS=9  expect: unreachable
extern void reach_error(void);

int calls = 0;

static void touch(void) {
    calls++;
}

void serve(int n) {
    for (int i = 0; i < n; i++) {
        touch();
        touch();
    }
    if (calls == CALLS)
        reach_error();
}
