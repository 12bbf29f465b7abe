// expect: reachable  target: call:reach_error  entry: main
// The condition of the loop is a disjunction, so its negation is a conjunction that ends it.
extern void reach_error(void);

int main(void) {
    int i = 0, j = 5;
    while (i < 3 || j > 2) {
        i++;
        j--;
    }
    if (i == 3 && j == 2)
        reach_error();
    return 0;
}
