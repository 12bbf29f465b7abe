// A `do` loop runs its body before it looks at the condition.
// Unreachable: `menus` is 1 after the first run and only grows.
// entry: session  expect: unreachable
extern void reach_error(void);

void session(int visitors) {
    int menus = 0;
    do {
        menus++;
        visitors--;
    } while (visitors > 0);
    if (menus == 0)
        reach_error();
}
