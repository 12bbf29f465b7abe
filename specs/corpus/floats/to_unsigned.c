// A floating-point value as an integer of 64 bits without a sign: all from 0 up to below 2^64 fit, and all above -1.
// entry: of_double  target: label:TWO   expect: reachable
// entry: of_double  target: label:MOST  expect: reachable
// entry: of_double  target: label:BACK  expect: unreachable
// entry: of_float   target: label:FIVE  expect: reachable
// entry: of_float   target: label:ODD   expect: unreachable  expect_today: unknown  timeout: 2s
int of_double(double d) {
    unsigned long u = d;
    if (u == 2) { TWO: return 1; }
    if (u == 18446744073709549568UL) { MOST: return 2; }
    if (d < 100 && u > 100) { BACK: return 3; }
    return 0;
}

int of_float(float f) {
    unsigned long long u = f;
    if (u == 5) { FIVE: return 1; }
    if (u > 1UL << 63 && u % 2) { ODD: return 2; }
    return 0;
}
