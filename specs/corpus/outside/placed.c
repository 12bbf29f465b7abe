// Objects of other files may be the beginning and the end of one array, as scripts of linkers and names of sections are:
// how they stand to each other is not known, aside from whether two elements are the same.
// entry: order      target: label:done  expect: unknown
// entry: end        target: label:done  expect: unknown
// entry: difference target: label:done  expect: unknown
// entry: section    target: label:three expect: unknown
// entry: elements   target: label:same  expect: unreachable
// entry: elements   target: label:found expect: reachable
// entry: one        target: label:done  expect: reachable
extern unsigned first, last;
extern unsigned char begin[], end_of_it[];
struct command {
    int code;
};
#define COMMAND(name, code) static const struct command name __attribute__((section("commands"), used)) = {code}
COMMAND(go, 1);
COMMAND(stop, 2);
extern const struct command __start_commands[], __stop_commands[];

int order(void) {
    for (unsigned *p = &first; p < &last; p++)
        *p = 0;
    goto done;
done:
    return 1;
}

int end(void) {
    unsigned *p = &first;
    while (p != &last)
        *p++ = 0;
    goto done;
done:
    return 1;
}

int difference(void) {
    long size = end_of_it - begin;
    if (size > 3)
        goto done;
    return 0;
done:
    return 1;
}

int section(void) {
    int sum = 0;
    for (const struct command *c = __start_commands; c < __stop_commands; c++)
        sum += c->code;
    if (sum == 3)
        goto three;
    return 0;
three:
    return 1;
}

int elements(int which) {
    unsigned char *p = which ? &begin[2] : &end_of_it[3];
    begin[2] = end_of_it[3] = 1;
    if (which == 1 && p == &end_of_it[3])
        goto same;
    if (p == &begin[2])
        goto found;
    return 0;
same:
    return 1;
found:
    return 2;
}

int one(unsigned n) {
    unsigned char *from = begin, *to = begin + n;
    int steps = 0;
    while (from < to) {
        *from++ = 0;
        steps++;
    }
    if (steps == 5)
        goto done;
    return 0;
done:
    return 1;
}
