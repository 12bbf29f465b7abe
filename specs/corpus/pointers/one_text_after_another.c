// A pointer to one text and later to another reads what the later one says, also where the earlier one is read in
// between.
// target: call:first  expect: reachable
// target: call:second  expect: reachable
// target: call:moved  expect: reachable
// target: call:other  expect: unreachable
extern void first(void), second(void), moved(void), other(void);

static int next(const char **text) {
    return *(*text)++;
}

int main(void) {
    const char *text = "ab";
    if (next(&text) == 'a') first();
    text = "XYZ";
    if (*text == 'X') second();
    next(&text);
    if (next(&text) == 'Y') moved();
    if (*text != 'Z') other();
    return 0;
}
