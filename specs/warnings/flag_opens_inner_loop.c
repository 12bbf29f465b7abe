// expect: reachable  target: call:reach_error  entry: main
// A flag that alternates opens the inner loop every other time, and a goto leaves both.
extern void reach_error(void);
extern int nd(void);

int main(void) {
    int a = 0, b = 0, open = 0;
    for (int i = 0; i < 10; i++) {
        if (open)
            for (int j = 0; j < 3; j++) {
                if (nd())
                    goto out;
                a++;
            }
        open = !open;
        b++;
    }
out:
    if (a == 5 && b == 3)
        reach_error();
    return 0;
}
