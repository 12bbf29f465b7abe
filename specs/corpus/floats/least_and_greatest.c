// The least and the greatest of two values. Which of two zeros that is, and what there is beside a signaling NaN, C leaves
// open.
// target: label:plus       entry: zeros  expect: reachable
// target: label:minus      entry: zeros  expect: reachable
// target: label:other      entry: zeros  expect: unreachable
// target: label:number     entry: none   expect: reachable
// target: label:no_number  entry: none   expect: reachable
// target: label:neither    entry: none   expect: unreachable
// target: label:quiet      entry: none   expect: unreachable
// target: label:too_large  entry: clamp  expect: unreachable
// target: label:negative   entry: clamp  expect: unreachable
// target: label:half_way   entry: clamp  expect: reachable
// target: conversion       entry: clamp  expect: unreachable
// target: label:less       entry: above  expect: unreachable
#include <math.h>

int zeros(double x, double y) {
    if (x == 0 && y == 0 && signbit(x) && !signbit(y)) {
        double z = fmax(x, y);
        if (z != 0) { other: return 3; }
        if (signbit(z)) { minus: return 2; }
        plus: return 1;
    }
    return 0;
}

int none(float x) {
    if (x == x)
        return 0;
    float r = fminf(1, x);
    if (r == 1) { number: r = 1; }
    else if (r != r) { no_number: r = 1; }
    else { neither: r = 1; }
    // What has been added to something signals no more.
    if (fminf(x + 1, 1) != 1) { quiet: return 1; }
    return 0;
}

int clamp(float f) {
    int i = (int)fminf(fmaxf(f, 0.0f), 255.0f);
    if (i > 255) { too_large: return 1; }
    if (i < 0) { negative: return 2; }
    if (i == 128) { half_way: return 3; }
    return 0;
}

int above(double v) {
    if (v != v)
        return 0;
    if (fmax(v, 1.0) < 1.0) { less: return 1; }
    return 0;
}
