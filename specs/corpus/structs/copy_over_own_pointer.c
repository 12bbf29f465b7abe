// The struct that is overwritten holds the pointer to what is copied: all of it is read before any of it changes,
// so number and weight come from the same element, and the weight is ten times the number.
// define: FACTOR=10  expect: unreachable
// define: FACTOR=9  expect: reachable
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

struct item {
    struct item *from;
    int number, weight;
};

int main(void) {
    struct item a, all[3];
    for (int i = 0; i < 3; i++) {
        all[i].from = &all[0];
        all[i].number = i;
        all[i].weight = 10 * i;
    }
    int i = __VERIFIER_nondet_int();
    if (i < 0 || i > 2) return 0;
    a.from = &all[i];
    a = *a.from;
    if (a.weight != FACTOR * a.number) reach_error();
    return 0;
}
