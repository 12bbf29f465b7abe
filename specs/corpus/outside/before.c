// Where globals may hold anything when a function is called, that is after what runs before `main`, and after other
// calls; where they hold what they begin with, what runs before has stored to them.
// entry: use  target: label:kept   expect: reachable
// entry: use  target: label:other  expect: unreachable
// entry: use  target: label:kept   expect: reachable  world: globals=any
// entry: use  target: label:other  expect: reachable  world: globals=any
static int v;
__attribute__((constructor)) static void before(void) { v = 5; }

int use(void) {
    if (v == 5) {
        kept: return 1;
    }
    other: return 0;
}

void put(int k) { v = k; }
