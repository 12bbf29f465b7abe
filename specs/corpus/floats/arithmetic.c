// Values of double: rounding, signed zeros, infinities, what is no number. 0.1 + 0.2 is not 0.3; the largest value below
// 3 doubled and one below 5 stay below 11; -0 equals 0 and 1 / -0 does not equal 1 / 0; what is no number equals nothing.
// target: label:exact     entry: sums       expect: unreachable
// target: label:rounded   entry: sums       expect: reachable
// target: label:far       entry: bounded    expect: unreachable
// target: label:near      entry: bounded    expect: reachable
// target: label:minus     entry: zeros      expect: reachable
// target: label:apart     entry: zeros      expect: unreachable
// target: label:none      entry: nothing    expect: reachable
// target: label:ordered   entry: nothing    expect: unreachable
// target: label:neither   entry: nothing    expect: reachable
// target: label:over      entry: infinite   expect: reachable
// target: label:back      entry: infinite   expect: unreachable
// target: label:absorbed  entry: large      expect: reachable
// target: label:kept      entry: large      expect: unreachable
// target: label:held      entry: truth      expect: reachable
// target: label:zero      entry: truth      expect: unreachable
int sums(void) {
    double x = 0.1, y = 0.2;
    if (x + y == 0.3) { exact: return 1; }
    if (x + y == 0.30000000000000004) { rounded: return 2; }
    return 0;
}

int bounded(double x, double y) {
    double z = x * 2.0 + y;
    if (x < 3.0 && y < 5.0 && z > 10.0) {
        if (z >= 11.0) { far: return 1; }
        near: return 2;
    }
    return 0;
}

int zeros(double x) {
    if (x == 0.0 && 1.0 / x < 0.0) { minus: return 1; }
    if (x == 0.0 && x != -0.0) { apart: return 2; }
    return 0;
}

int nothing(double x) {
    if (x != x) { none: return 1; }
    if (!(x < 5.0) && !(x >= 5.0)) { ordered: return 2; }
    if (!(x < 5.0)) { neither: return 3; }
    return 0;
}

int infinite(double x) {
    if (x < 1e300 && x * 1e10 > 1e308 && x * 1e10 - x * 1e10 != 0.0) { over: return 1; }
    if (x > 1e308 && x - 1.0 < 1e307) { back: return 2; }
    return 0;
}

int large(double x) {
    if (x > 1e16 && x + 1.0 == x) { absorbed: return 1; }
    if (x > 0.0 && x < 1000.0 && x + 1.0 == x) { kept: return 2; }
    return 0;
}

int truth(double x) {
    double z = -0.0;
    if (z) { zero: return 1; }
    if (x && !(x - x)) { held: return 2; }
    return 0;
}
