// The pair of at_least_once.c: the body runs once even for a negative number of visitors.
// Reachable with visitors = -4: one menu although nobody came.
// entry: session  expect: reachable
extern void reach_error(void);

void session(int visitors) {
    int menus = 0, came = visitors;
    do {
        menus++;
        visitors--;
    } while (visitors > 0);
    if (menus > came && came < -3)
        reach_error();
}
