// expect: reachable  target: call:reach_error  entry: f
// Labels that are come to from everywhere.
extern void reach_error(void);

void f(int k) {
    int a = 0, b = 0;
    if (k == 1)
        goto second;
    if (k == 2)
        goto third;
first:
    a++;
second:
    b++;
    if (b < 4)
        goto first;
third:
    if (a < 6) {
        a += 2;
        goto second;
    }
    if (a == 7 && b == 5)
        reach_error();
}
