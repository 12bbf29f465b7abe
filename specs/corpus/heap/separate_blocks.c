// Every call gives memory of its own: a write to one block does not show in another one.
// define: LOOK=1  expect: unreachable
// define: LOOK=0  expect: reachable
extern void *malloc(unsigned long);
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int *block[2];
    for (int i = 0; i < 2; i++) {
        block[i] = malloc(sizeof(int));
        *block[i] = i;
    }
    *block[0] = 9;
    if (*block[LOOK] == 9) reach_error();
    return 0;
}
