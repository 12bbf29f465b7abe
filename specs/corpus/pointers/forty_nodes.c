// A list of forty nodes that are variables of their own, with 0 to 39 in them, which add up to 780. One of them gets
// 1000 instead: the sum is 1780 less what was there, 1777 where that was 3. The list ends behind its 40th node.
// target: label:SUM  expect: reachable
// target: label:END  entry: nodes  define: NODES=40  expect: reachable
// target: label:END  entry: nodes  define: NODES=41  expect: unreachable
#ifndef NODES
#define NODES 40
#endif

struct node {
    int value;
    struct node *next;
};

#define NODE(i, j) static struct node n##i = { i, &n##j };
static struct node n0 = { 0, 0 };
NODE(1, 0) NODE(2, 1) NODE(3, 2) NODE(4, 3) NODE(5, 4)
NODE(6, 5) NODE(7, 6) NODE(8, 7) NODE(9, 8) NODE(10, 9)
NODE(11, 10) NODE(12, 11) NODE(13, 12) NODE(14, 13) NODE(15, 14)
NODE(16, 15) NODE(17, 16) NODE(18, 17) NODE(19, 18) NODE(20, 19)
NODE(21, 20) NODE(22, 21) NODE(23, 22) NODE(24, 23) NODE(25, 24)
NODE(26, 25) NODE(27, 26) NODE(28, 27) NODE(29, 28) NODE(30, 29)
NODE(31, 30) NODE(32, 31) NODE(33, 32) NODE(34, 33) NODE(35, 34)
NODE(36, 35) NODE(37, 36) NODE(38, 37) NODE(39, 38)

int main(void) {
    int sum = 0, at = 0, k;
    if (k < 0 || k > 39) return 0;
    for (struct node *p = &n39; p; p = p->next)
        if (at++ == k) p->value = 1000;
    for (struct node *p = &n39; p; p = p->next) sum += p->value;
    if (sum == 1777) { SUM: return 1; }
    return 0;
}

int nodes(void) {
    int at = 0;
    for (const struct node *p = &n39; p; p = p->next) at++;
    if (at == NODES) { END: return 1; }
    return 0;
}
