// expect: reachable  target: call:reach_error  entry: main
// Left through the break, the loop condition still holds; a factored-out exit condition would forbid it.
extern void reach_error(void);
extern int nd(void);

int main(void) {
    int i;
    for (i = 0; i < 10; i++)
        if (nd())
            break;
    if (i == 3)
        reach_error();
    return 0;
}
