// The first `early` rounds count as early, the others as late.
// Early rounds are exactly `early`, since it is at most `rounds`; both kinds are as many only if the rounds are even.
// target: label:miscounted  define: MOST=5        expect: unreachable
// target: label:miscounted  define: MOST=1000000  expect: unreachable
// target: label:balanced    define: MOST=5        expect: unreachable
// target: label:balanced    define: MOST=1000000  expect: reachable
int main(void) {
    int rounds, early, x = 0, y = 0;
    if (rounds < 0 || rounds > MOST || early < 0 || early > rounds)
        return 0;
    for (int i = 0; i < rounds; i++) {
        if (i < early)
            x++;
        else
            y++;
    }
    if (x != early)
        goto miscounted;
    if (x == y && rounds == MOST)
        goto balanced;
    return 0;
miscounted:
    return 1;
balanced:
    return 2;
}
