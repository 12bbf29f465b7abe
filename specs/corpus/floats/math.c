// Functions of math.h. Roots and roundings are computed; what no standard fixes to the last bit is what a run finds.
// target: label:root      entry: roots      expect: reachable
// target: label:negative  entry: roots      expect: unreachable
// target: label:down      entry: rounded    expect: reachable
// target: label:up        entry: rounded    expect: unreachable
// target: label:even      entry: rounded    expect: reachable
// target: label:none      entry: classes    expect: reachable
// target: label:far       entry: classes    expect: reachable
// target: label:both      entry: classes    expect: unreachable
// target: label:sign      entry: classes    expect: reachable
// target: label:size      entry: sizes      expect: unreachable
// target: label:least     entry: lesser     expect: reachable
// target: label:order     entry: lesser     expect: unreachable
// target: label:sine      entry: waves      expect: reachable
// target: label:anything  entry: waves      expect: unreachable
// target: label:rest      entry: rests      expect: reachable
double sqrt(double), floor(double), ceil(double), fabs(double), fmin(double, double), sin(double), fmod(double, double);
double rint(double);

int roots(double x) {
    double r = sqrt(x);
    if (r == 3.0) { root: return 1; }
    if (r < 0.0) { negative: return 2; }
    return 0;
}

int rounded(double x) {
    if (x > 2.25 && x < 2.75 && floor(x) == 2.0 && ceil(x) == 3.0) { down: return 1; }
    if (x < 7.0 && floor(x) > 6.0) { up: return 2; }
    if (rint(2.5) == 2.0 && rint(3.5) == 4.0) { even: return 3; }
    return 0;
}

int classes(double x) {
    if (__builtin_isnan(x)) { none: return 1; }
    if (__builtin_isinf(x)) { far: return 2; }
    if (!__builtin_isfinite(x)) { both: return 3; }
    if (x == 0 && __builtin_signbit(x)) { sign: return 4; }
    return 0;
}

int sizes(double x) {
    if (fabs(x) < 0.0) { size: return 1; }
    return 0;
}

int lesser(double x, double y) {
    double z = fmin(x, y);
    if (z == 2.0 && x > 3.0) { least: return 1; }
    if (z > x) { order: return 2; }
    return 0;
}

int waves(double x) {
    double s = sin(0.0);
    if (s == 0.0) { sine: return 1; }
    if (sin(x) == 1.0 && sin(x) == 0.5) { anything: return 2; }
    return 0;
}

int rests(void) {
    if (fmod(7.5, 2.0) == 1.5) { rest: return 1; }
    return 0;
}
