// What is stored through a pointer to volatile is stored: the object itself is plain, so nothing but the program
// changes it.
// define: VALUE=5  expect: reachable
// define: VALUE=1  expect: unreachable
extern void reach_error(void);

int main(void) {
    int count = 1;
    volatile int *seen = &count;
    *seen = 5;
    if (count == VALUE && *seen == VALUE) reach_error();
    return 0;
}
