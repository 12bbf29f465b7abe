// expect: reachable  target: call:reach_error  entry: main
// The inner loop may be left early, so the total is only bounded.
extern void reach_error(void);
extern int nd(void);

int main(void) {
    int total = 0;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            if (nd())
                break;
            total++;
        }
    if (total == 5)
        reach_error();
    return 0;
}
