// Conversions: to an integer the fraction is cut off, and what has no room is undefined; an integer becomes the nearest
// value; a float is not the double it was rounded from; int and float meet as float.
// target: label:whole     entry: cut        expect: reachable
// target: label:wide      entry: cut        expect: unreachable
// target: conversion      entry: cut        expect: reachable
// target: label:seven     entry: small      expect: unreachable
// target: label:beside    entry: next       expect: reachable
// target: label:same      entry: next       expect: unreachable  expect_today: unknown  timeout: 2s
// target: label:narrow    entry: narrow     expect: reachable
// target: label:tenth     entry: narrow     expect: unreachable
// target: label:meet      entry: meet       expect: reachable
// target: label:natural   entry: minus      expect: reachable
// target: conversion      entry: minus      expect: unreachable
// target: label:held      entry: truth      expect: reachable
// target: label:half      entry: truth      expect: unreachable
int cut(double x) {
    int n = x;
    if (n == -7 && x < -7.5) { whole: return 1; }
    if (x > 3000000000.0) { wide: return 2; }
    return 0;
}

int small(float x) {
    if (x > 0.0f && x < 7.0f && (int)x == 7) { seven: return 1; }
    return 0;
}

int next(int n) {
    float f = n;
    if (n == 16777217 && f == 16777216.0f) { beside: return 1; }
    if (n > -1000 && n < 1000 && (int)f != n) { same: return 2; }
    return 0;
}

int narrow(void) {
    float f = 0.1;
    if (f == 0.1) { tenth: return 1; }
    if (f == 0.1f) { narrow: return 2; }
    return 0;
}

int meet(int n, float f) {
    if (n == 16777217 && f == 16777216.0f && n == f) { meet: return 1; }
    return 0;
}

int minus(void) {
    double x = -0.75;
    unsigned u = x;
    if (u == 0) { natural: return 1; }
    return 0;
}

int truth(double x) {
    _Bool b = x;
    if (b && x < 1.0 && x > 0.0) { held: return 1; }
    if (!b && x == 0.5) { half: return 2; }
    return 0;
}
