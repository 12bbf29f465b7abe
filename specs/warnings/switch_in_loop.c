// expect: reachable  target: call:reach_error  entry: main
// `break` in a switch leaves the switch; falling through runs two cases.
extern void reach_error(void);

int main(void) {
    int a = 0, b = 0, c = 0;
    for (int i = 0; i < 6; i++)
        switch (i % 3) {
        case 0:
            a++;
        case 1:
            b++;
            break;
        default:
            c++;
        }
    if (a == 2 && b == 4 && c == 2)
        reach_error();
    return 0;
}
