// A struct that is passed is a copy: the caller's stays as it was, and what comes back is the changed one.
// define: SEEN=v.x  define: IS=5  expect: reachable
// define: SEEN=v.x  define: IS=6  expect: unreachable
// define: SEEN=w.x  define: IS=6  expect: reachable
// define: SEEN=w.x  define: IS=5  expect: unreachable
extern void reach_error(void);

struct vector {
    int x, y[2];
};

static struct vector moved(struct vector v) {
    v.x++;
    v.y[1] = v.x;
    return v;
}

int main(void) {
    struct vector v = {5, {1, 2}}, w = moved(v);
    if (SEEN == IS && v.y[1] == 2) reach_error();
    return 0;
}
