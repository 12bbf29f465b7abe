// Twenty ways round a loop, each with a step of its own and some only from certain places: what they add up to is a long sum.
// entry: walk  target: label:LEFT   expect: reachable
// entry: walk  target: label:RIGHT  expect: reachable
// entry: walk  target: label:OVER   expect: unreachable
// entry: walk  target: label:ODD    expect: unreachable
// entry: walk  target: label:SLOW   expect: unreachable
extern int in(void);

#define STEP(k, by) case k: at += by; way += k; break;
#define LEFTWARD(k, by) case k: if (at < by) return 0; at -= by; way += k; break;

int walk(void) {
    int m = in(), at = 0, way = 0;
    if (m < 0 || m > 1000)
        return 0;
    for (int i = 0; i < m; i++) {
        switch (in()) {
        STEP(1, 2) STEP(2, 4) STEP(3, 6) STEP(4, 8) STEP(5, 10) STEP(6, 12) STEP(7, 14) STEP(8, 16) STEP(9, 18)
        STEP(10, 20)
        LEFTWARD(11, 2) LEFTWARD(12, 4) LEFTWARD(13, 6) LEFTWARD(14, 8) LEFTWARD(15, 10) LEFTWARD(16, 12)
        LEFTWARD(17, 14) LEFTWARD(18, 16) LEFTWARD(19, 18) LEFTWARD(20, 20)
        default:
            return 0;
        }
    }
    if (at == 0 && way == 24 && m == 2) {
        LEFT: return 1;
    }
    if (at == 7000 && way > 4000) {
        RIGHT: return 2;
    }
    if (at > 20 * m) {
        OVER: return 3;
    }
    if (at % 2 == 1) {
        ODD: return 4;
    }
    if (way < m) {
        SLOW: return 5;
    }
    return 0;
}
