// Text that is there to be told apart by its address: no two of these literals may share memory as they are compared,
// since what they say differs from there on. (An empty one may be the end of any other, where nobody points.)
// target: label:marked  expect: reachable
// target: label:plain   expect: reachable
// target: label:both    expect: unreachable
const char *const NO_TEXT = "no text";

static int kind(const char *s) {
    if (s == NO_TEXT)
        return 1;
    return s == 0 ? 2 : 3;
}

int main(int argc, char **argv) {
    int k = kind(argc == 1 ? "" : argc == 2 ? "some text" : argc == 3 ? NO_TEXT : 0);
    if (k == 1) {
        if (argc != 3) { both: return 1; }
        marked: return 2;
    }
    plain: return k;
}
