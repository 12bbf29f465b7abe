// What globals begin with counts, and is listed where a function that is not called changes them.
// target: label:set  entry: f  expect: unreachable
// target: label:set  entry: f  world: globals=any  expect: reachable
static int *head, one;
void set(void) { head = &one; }

int f(void) {
    if (head) { set: return 1; }
    return 0;
}
