// expect: reachable  target: call:reach_error  entry: main
// One call site in a loop gives a different value each time; naive: one unknown per site.
extern void reach_error(void);
extern int nd(void);

int main(void) {
    int sum = 0;
    for (int i = 0; i < 3; i++)
        if (nd() == i)
            sum++;
    if (sum == 3)
        reach_error();
    return 0;
}
