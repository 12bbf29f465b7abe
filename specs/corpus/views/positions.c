// Where pointers into bytes stand to each other counts elements; a pointer to the first member of a struct that is
// moved, or one to characters, walks through all of the struct.
// target: call:wrong  expect: unreachable
// target: call:done   expect: reachable
// target: undefined   expect: unreachable
extern void wrong(void), done(void);

union view { int i[4]; char c[16]; struct { short a, b; } s[4]; };
struct packet { unsigned char type; unsigned short value; };
struct three { int a, b, c; };

int main(void) {
    union view u = { { 1, 2, 3, 4 } };
    if (&u.s[3] - &u.s[1] != 2 || &u.c[9] - (char *)&u.i[1] != 5) wrong();

    struct packet all[4] = { { 1, 300 }, { 2, 400 } };
    const unsigned char *bytes = (const unsigned char *)all;
    if (bytes[4] != 2 || bytes[6] != 400 % 256) wrong();

    struct three three = { 1, 2, 3 };
    int *p = (int *)&three;
    p++;
    if (p[0] != 2 || p[1] != 3) wrong();
    done();
    return 0;
}
