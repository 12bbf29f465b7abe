// The arguments of the program: strings, and a null pointer behind the last one.
// target: label:option  expect: reachable
// target: label:more    expect: unreachable
// target: label:three   expect: reachable
#include <string.h>

int main(int argc, char **argv) {
    if (argc < 2) return 1;
    if (argv[1][0] == '-' && argv[1][1] == 'v' && argv[1][2] == 0) { option: return 2; }
    if (argv[argc] != 0) { more: return 3; }
    if (strlen(argv[1]) == 3) { three: return 4; }
    return 0;
}
