// Six switches in each round; a switch that is on reads a value and may count it, and some look twice.
// 3 or 4 ways through each, thousands once around the loop; what is read depends on which way is taken.
// Reachable: the first switch is on in 7 rounds with values above 5 in 4 of them, and so on.
// Unreachable: a value is counted only where its switch was on, so never more often than that.
// define: TARGET=0  expect: reachable
// define: TARGET=1  expect: unreachable
extern void reach_error(void);
extern int on(int which);
extern int value(int which);

int main(void) {
    int on0 = 0, on1 = 0, on2 = 0, on3 = 0, on4 = 0, on5 = 0;
    int big0 = 0, big1 = 0, big2 = 0, big3 = 0, big4 = 0, big5 = 0;
    for (int round = 0; round < 9; round++) {
        if (on(0)) { on0++; if (value(0) > 5) big0++; }
        if (on(1)) { on1++; if (value(1) > 5) big1++; }
        if (on(2)) { on2++; if (value(2) > 5) big2++; }
        if (on(3)) { on3++; if (value(3) > 5) big3++; else if (value(3) > 5) big3++; }
        if (on(4)) { on4++; if (value(4) > 5) big4++; else if (value(4) > 5) big4++; }
        if (on(5)) { on5++; if (value(5) > 5) big5++; else if (value(5) > 5) big5++; }
    }
    if (TARGET == 0 && on0 == 7 && big0 == 4 && on1 == 9 && big1 == 0 && on2 + on3 == 11 && big3 == 6 && on5 == big5)
        reach_error();
    if (TARGET == 1 && big0 + big1 + big2 > on0 + on1 + on2 && on3 + on4 + on5 + big3 + big4 + big5 >= 0)
        reach_error();
    return 0;
}
