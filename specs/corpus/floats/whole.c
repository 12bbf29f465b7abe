// Numbers that become integers, and integers that become numbers.
// entry: above   target: label:never  expect: unreachable
// entry: below   target: label:never  expect: unreachable
// entry: rest    target: label:half   expect: reachable
// entry: nearest target: label:up     expect: reachable
// entry: room    target: label:never  expect: unreachable
// entry: room    target: label:lost   expect: reachable
int above(double d) {
    if (d > 0 && d < 1e9 && (int)d > d) {
    never:
        return 1;
    }
    return 0;
}

int below(float d) {
    if (d < 0 && d > -1e9f && (float)(int)d < d) {
    never:
        return 1;
    }
    return 0;
}

int rest(double d) {
    if (d > -1e9 && d < 1e9) {
        double left = d - (int)d;
        if (left == -0.5) {
        half:
            return 2;
        }
    }
    return 0;
}

int nearest(double d) {
    if (d > 0 && d < 1e9) {
        int n = (int)(d + 0.5);
        if (n > d && n == 7) {
        up:
            return 2;
        }
    }
    return 0;
}

int room(int n) {
    double d = n;
    if ((int)d != n || d > 2147483647.5) {
    never:
        return 1;
    }
    float f = n;
    if (f > -2147483000.0f && f < 2147483000.0f && (int)f != n) {
    lost:
        return 2;
    }
    return 0;
}
