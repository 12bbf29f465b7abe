// expect: reachable  target: call:reach_error  entry: main
// A goto leaves two loops; neither condition is false then.
extern void reach_error(void);
extern int nd(void);

int main(void) {
    int i, j = 0;
    for (i = 0; i < 5; i++)
        for (j = 0; j < 5; j++)
            if (nd())
                goto out;
out:
    if (i == 2 && j == 3)
        reach_error();
    return 0;
}
