// A stack of frames in local variables: fine as long as each is taken off before its function returns.
// entry: balanced  target: label:top  expect: reachable
// entry: balanced  target: lifetime  expect: unreachable
// entry: forgotten  target: label:left  expect: reachable
// entry: forgotten  target: label:read  expect: unreachable
// entry: forgotten  target: lifetime  expect: reachable
extern int __VERIFIER_nondet_int(void);

struct frame {
    struct frame *up;
    int depth;
};
static struct frame *top;

static int enter(int depth, int pops) {
    struct frame f = {top, depth};
    top = &f;
    int deepest = top->depth;
    if (depth < 3) deepest = enter(depth + 1, pops);
    if (pops) top = f.up;
    return deepest;
}

int balanced(void) {
    enter(1, 1);
    if (top == 0) top: ;
    return top ? top->depth : 0;
}

int forgotten(void) {
    enter(1, __VERIFIER_nondet_int());
    if (top) {
        left: ;
        if (top->depth > 0) read: ;
    }
    return 0;
}
