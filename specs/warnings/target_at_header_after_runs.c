// expect: reachable  target: 8  entry: main
// The step of a for loop is on its own line and needs one run.

int main(void) {
    int i = 0;
    for (;
         i < 5;
         i++)
        ;
    return 0;
}
