// The pointer that is assigned to is read for its own new value: first all is read, then all is written.
// From the first two of three in a ring, two steps lead to the third and then the first.
// define: FROM=0  define: TO=2  expect: reachable
// define: FROM=0  define: TO=1  expect: unreachable
// define: FROM=1  define: TO=0  expect: reachable
// define: FROM=1  define: TO=2  expect: unreachable
extern void reach_error(void);

struct ring {
    int number;
    struct ring *next;
};

int main(void) {
    struct ring r[3] = {{0, &r[1]}, {1, &r[2]}, {2, &r[0]}};
    struct ring *at = &r[FROM];
    at = at->next;
    at = at->next;
    if (at->number == TO) reach_error();
    return 0;
}
