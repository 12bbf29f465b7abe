// Behind the last argument there is a null pointer, whether or not the program looks.
// target: label:dash    expect: unreachable
// target: label:number  expect: reachable
// target: null          expect: reachable
#include <stdlib.h>

int main(int argc, char **argv) {
    if (argc == 1 && argv[1][0] == '-') { dash: return 1; }
    if (atoi(argv[1]) == 7) { number: return 2; }
    return 0;
}
