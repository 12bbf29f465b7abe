// expect: unreachable  target: call:reach_error  entry: f
// An array of unknown length may have none: reading element 0 ends the path then, and the rest knows of one.
extern void reach_error(void);

void f(int a[]) {
    int n = 0;
    for (int i = 0; a[i] != 0; i++)
        n++;
    if (n < 0)
        reach_error();
}
