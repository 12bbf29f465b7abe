// Notes when the first alarm came, and counts the others.
// The first is noted once. If it came in the last round there is no other; if all rounds had one it came in round 0.
// target: label:twice  define: ROUNDS=5        define: OTHERS=0       expect: unreachable
// target: label:twice  define: ROUNDS=1000000  define: OTHERS=0       expect: unreachable
// target: label:late   define: ROUNDS=5        define: OTHERS=0       expect: reachable
// target: label:late   define: ROUNDS=5        define: OTHERS=1       expect: unreachable
// target: label:late   define: ROUNDS=1000000  define: OTHERS=0       expect: reachable
// target: label:late   define: ROUNDS=1000000  define: OTHERS=1       expect: unreachable  timeout: 10s
// target: label:count  define: ROUNDS=1000000  define: OTHERS=999999  expect: reachable
// target: label:count  define: ROUNDS=1000000  define: OTHERS=1000000 expect: unreachable
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int seen = 0, firsts = 0, others = 0, at = -1;
    for (int i = 0; i < ROUNDS; i++) {
        if (__VERIFIER_nondet_int()) {
            if (!seen) {
                seen = 1;
                firsts++;
                at = i;
            } else {
                others++;
            }
        }
    }
    if (firsts > 1)
        goto twice;
    if (at == ROUNDS - 1 && others == OTHERS)
        goto late;
    if (others == OTHERS)
        goto count;
    return 0;
twice:
    return 1;
late:
    return 2;
count:
    return 3;
}
