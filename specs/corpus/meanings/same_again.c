// What is `pure` gives one result for one argument: without a body nothing says which, with one it is followed.
// target: call:different  expect: unreachable
// target: call:same       expect: reachable
int input(void);
void different(void), same(void);
__attribute__((pure)) static int half(int x) { return x / 2; }
__attribute__((section(".text.hot"), const)) static int twice(int x) { return 2 * x; }
static int counter __attribute__((section(".data"))) = 3;

int main(void) {
    int x = input();
    if (x < 0 || x > 1000) return 0;
    if (half(x) != half(x) || twice(x) - twice(x)) different();
    if (twice(half(x)) == x && counter == 3) same();
    return 0;
}
