// Twenty-four independent decisions in each of ten rounds: 2^24 ways once around the loop.
// Reachable: counter k grows in k % 10 of the rounds, whatever the others do.
// Unreachable: no counter grows more often than there are rounds, so 11 is too much for one, and 241 for all.
// define: TARGET=0  expect: reachable
// define: TARGET=1  expect: unreachable
// define: TARGET=2  expect: unreachable
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0, i = 0, j = 0, k = 0, l = 0;
    int m = 0, n = 0, o = 0, p = 0, q = 0, r = 0, s = 0, t = 0, u = 0, v = 0, w = 0, x = 0;
    for (int round = 0; round < 10; round++) {
        if (__VERIFIER_nondet_int()) a++;
        if (__VERIFIER_nondet_int()) b++;
        if (__VERIFIER_nondet_int()) c++;
        if (__VERIFIER_nondet_int()) d++;
        if (__VERIFIER_nondet_int()) e++;
        if (__VERIFIER_nondet_int()) f++;
        if (__VERIFIER_nondet_int()) g++;
        if (__VERIFIER_nondet_int()) h++;
        if (__VERIFIER_nondet_int()) i++;
        if (__VERIFIER_nondet_int()) j++;
        if (__VERIFIER_nondet_int()) k++;
        if (__VERIFIER_nondet_int()) l++;
        if (__VERIFIER_nondet_int()) m++;
        if (__VERIFIER_nondet_int()) n++;
        if (__VERIFIER_nondet_int()) o++;
        if (__VERIFIER_nondet_int()) p++;
        if (__VERIFIER_nondet_int()) q++;
        if (__VERIFIER_nondet_int()) r++;
        if (__VERIFIER_nondet_int()) s++;
        if (__VERIFIER_nondet_int()) t++;
        if (__VERIFIER_nondet_int()) u++;
        if (__VERIFIER_nondet_int()) v++;
        if (__VERIFIER_nondet_int()) w++;
        if (__VERIFIER_nondet_int()) x++;
    }
    int low = a == 0 && b == 1 && c == 2 && d == 3 && e == 4 && f == 5 && g == 6 && h == 7 && i == 8 && j == 9;
    int high = k == 0 && l == 1 && m == 2 && n == 3 && o == 4 && p == 5 && q == 6 && r == 7 && s == 8 && t == 9;
    int all = a + b + c + d + e + f + g + h + i + j + k + l + m + n + o + p + q + r + s + t + u + v + w + x;
    if (TARGET == 0 && low && high && u == 0 && v == 1 && w == 2 && x == 3)
        reach_error();
    if (TARGET == 1 && d == 11)
        reach_error();
    if (TARGET == 2 && all > 240)
        reach_error();
    return 0;
}
