// Pours up to two cups into a bucket and empties it cup by cup, again and again.
// Each round empties as many cups as were poured, so the bucket is empty in the end and the sums agree. How many were
// poured differs from round to round, which is no segment when there are many rounds.
// target: label:left    define: ROUNDS=3       define: CUPS=6        expect: unreachable
// target: label:left    define: ROUNDS=100000  define: CUPS=6        expect: unreachable
// target: label:cups    define: ROUNDS=3       define: CUPS=6        expect: reachable
// target: label:cups    define: ROUNDS=3       define: CUPS=7        expect: unreachable
// target: label:cups    define: ROUNDS=100000  define: CUPS=200000   expect: reachable  expect_today: unknown  timeout: 2s
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int bucket = 0, cups = 0;
    for (int i = 0; i < ROUNDS; i++) {
        int poured = __VERIFIER_nondet_int();
        if (poured < 0 || poured > 2)
            return 0;
        bucket += poured;
        while (bucket > 0) {
            bucket--;
            cups++;
        }
    }
    if (bucket != 0)
        goto left;
    if (cups == CUPS)
        goto cups;
    return 0;
left:
    return 1;
cups:
    return 2;
}
