// Each file has a static variable of its own by this name, and both may hold anything when a function is called.
// others: rates_of.c  target: label:both  entry: ask  world: globals=any  expect: reachable
// others: rates_of.c  target: label:both  entry: ask  expect: unreachable
extern int total;
extern struct range { int low, high; } bounds;
int doubled(void);
static int rate = 2;
int own(void) { return rate; }
void change(int to) { rate = to; }

int ask(void) {
    if (total == 7 && bounds.high == 3 && doubled() == 12 && own() == 5) { both: return 1; }
    return 0;
}
