// Two hundred branches in a row, half of which have to go one way.
// target: label:half  entry: branches  expect: reachable
extern int in(void);

#define BRANCH(k) if (in() > k) s += 2; else t++;
#define FIVE(k) BRANCH(k) BRANCH(k + 1) BRANCH(k + 2) BRANCH(k + 3) BRANCH(k + 4)
#define FIFTY(k) FIVE(k) FIVE(k + 5) FIVE(k + 10) FIVE(k + 15) FIVE(k + 20) FIVE(k + 25) FIVE(k + 30) FIVE(k + 35) FIVE(k + 40) FIVE(k + 45)

int branches(void) {
    int s = 0, t = 0;
    FIFTY(0) FIFTY(50) FIFTY(100) FIFTY(150)
    if (s == 200 && t == 100) { half: return 1; }
    return 0;
}
