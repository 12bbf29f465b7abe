// div and its like round towards zero and give both parts at once; each has members of its own type.
// target: label:both    expect: reachable
// target: label:broken  expect: unreachable
// target: label:third   expect: unreachable
// target: label:large   expect: reachable
// target: label:signs   entry: negative  expect: reachable
// target: label:floored entry: negative  expect: unreachable
#include <inttypes.h>
#include <stdlib.h>

int main(int argc, char **argv) {
    div_t d = div(argc, 7);
    if (d.quot == 3 && d.rem == 2) { both: return 1; }
    if (d.quot * 7 + d.rem != argc) { broken: return 2; }
    if (imaxdiv(argc, 3).rem == 3) { third: return 3; }
    if (lldiv(1LL << 40, argc + 1LL).quot == 1LL << 36) { large: return 4; }
    return 0;
}

int negative(int n) {
    ldiv_t d = ldiv(n, 5);
    if (d.quot == -3 && d.rem == -2) { signs: return 1; }
    if (n < 0 && d.rem > 0) { floored: return 2; }
    return 0;
}
