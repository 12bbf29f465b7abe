// The state of a parser lives in a struct that a pointer leads to, and may be anything when it begins.
// target: label:done    entry: feed expect: reachable
// target: label:fresh   entry: feed expect: reachable
// target: label:early   entry: feed expect: unreachable
// target: label:strange entry: feed expect: reachable
enum state { START, KEY, COLON, VALUE, ESCAPE, DONE };
struct parser {
    enum state state;
    int keys, depth;
};

int feed(struct parser *p, const char *text, int n) {
    enum state first = p->state;
    p->keys = 0;
    for (int i = 0; i < n; i++) {
        char c = text[i];
        switch (p->state) {
        case START: p->state = c == '{' ? KEY : START; break;
        case KEY: p->state = c == '"' ? COLON : KEY; break;
        case COLON: if (c == ':') { p->keys++; p->state = VALUE; } break;
        case VALUE: p->state = c == '\\' ? ESCAPE : c == ',' ? KEY : c == '}' ? DONE : VALUE; break;
        case ESCAPE: p->state = VALUE; break;
        case DONE:
        done:
            if (first == START) {
            fresh:
                if (i < 4) {
                early:
                    return -1;
                }
            }
            return p->keys;
        default:
        strange:
            return -2;
        }
    }
    return 0;
}
