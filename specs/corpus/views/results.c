// Parameters and results that are bytes keep the pointers of what they were declared as.
// target: call:wrong   expect: unreachable
// target: call:number  expect: reachable
extern int __VERIFIER_nondet_int(void);
extern void wrong(void), number(void);

struct variant { int tag; union { long n; void *p; char b[8]; } u; };
static int x = 3;

static struct variant make(int tag) {
    struct variant v = { tag };
    if (tag) v.u.p = &x; else v.u.n = -4;
    return v;
}
static long get(struct variant v) { return v.tag ? *(int *)v.u.p : v.u.n; }

int main(void) {
    int tag = __VERIFIER_nondet_int();
    struct variant v = make(tag);
    if (get(v) != (tag ? 3 : -4)) wrong();
    if (get(v) == -4) number();
    return 0;
}
