// Copies a list up to its first zero into an empty one.
// Nothing is written at the zero or behind it, and no zero is written before it.
// target: label:behind  define: LENGTH=4       expect: unreachable
// target: label:behind  define: LENGTH=100000  expect: unreachable
// target: label:before  define: LENGTH=4       expect: unreachable
// target: label:before  define: LENGTH=100000  expect: unreachable
// target: label:all     define: LENGTH=4       expect: reachable
// target: label:all     define: LENGTH=100000  expect: reachable
int copy[LENGTH];
int main(void) {
    int list[LENGTH];
    int i = 0;
    while (i < LENGTH && list[i] != 0) {
        copy[i] = list[i];
        i++;
    }
    if (i < LENGTH && copy[i] != 0)
        goto behind;
    if (i > 0 && copy[i - 1] == 0)
        goto before;
    if (i == LENGTH - 1 && copy[0] == 2)
        goto all;
    return 0;
behind:
    return 1;
before:
    return 2;
all:
    return 3;
}
