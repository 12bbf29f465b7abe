// expect: reachable  target: 8  entry: main
// The header of a loop is a target; it is come to before anything ran.
extern int nd(void);

int main(void) {
    int i = nd();
    for (
         ; i < 5;
         i++)
        ;
    return 0;
}
