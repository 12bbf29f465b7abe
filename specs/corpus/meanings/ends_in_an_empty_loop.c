// A program that reads nothing and ends by going round for ever: what its only run did not pass is unreachable.
// target: call:reach_error  expect: unreachable
// target: call:reach_end    expect: reachable
extern void reach_error(void);
extern void reach_end(void);

static void leave(int code) {
    if (code == 0) reach_end(); else reach_error();
    for (;;) ;
}

int main(void) {
    unsigned hash = 2166136261u;
    for (int i = 0; i < 5000; i++) {
        hash = (hash ^ (i & 255)) * 16777619u;
        if (hash == 12345u) leave(2);
    }
    leave(0);
    return 1;
}
