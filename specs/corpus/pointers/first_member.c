// A struct begins where its first member begins, and not where its second one does.
// define: MEMBER=x  expect: unreachable
// define: MEMBER=y  expect: reachable
extern void reach_error(void);

struct point {
    int x, y;
};

int main(void) {
    struct point p;
    void *whole = &p, *part = &p.MEMBER;
    if (whole != part) reach_error();
    return 0;
}
