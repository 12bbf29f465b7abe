// What is evaluated only sometimes conflicts only then; what is over before a value is known does not conflict
// with the assignment of that value.
// target: call:skipped    expect: reachable
// target: call:taken      expect: unreachable
// target: call:early      expect: reachable
// target: call:read_late  expect: unreachable
// target: call:both       expect: unreachable
// target: call:neither    expect: reachable
// target: call:over       expect: reachable
// target: call:elsewhere  expect: reachable
// target: call:printed    expect: unreachable
// target: call:statement  expect: unreachable
// target: call:copied     expect: unreachable
int input(void);
int printf(const char *, ...);
int scanf(const char *, ...);
void *memcpy(void *, const void *, unsigned long);
void skipped(void), taken(void), early(void), read_late(void), both(void), neither(void), over(void), elsewhere(void),
    printed(void), statement(void), copied(void);
static int g;
static int bump(void) { return ++g; }
static int same(int x) { return x; }

int main(void) {
    int i = 0, c = input(), r = 0, a[4] = { 0, 0, 0, 0 };
    switch (input()) {
    case 0:
        r = i + (c ? i++ : 0);
        if (c) taken(); else skipped();
        break;
    case 1:
        r = i++ + (c && i);
        if (c) read_late(); else early();
        break;
    case 2:
        // Never both: the branches of two conditionals on one condition.
        r = (c ? a[i++] : 0) + (c ? 0 : a[i++]);
        if (i == 1) neither();
        r = (c ? i++ : 0) + (c > 5 ? i++ : 0);
        if (c > 5) both();
        break;
    case 3:
        i = (i++, 3);
        i = scanf("%d", &i);
        i = ({ i++; 7; });
        i = same(i++);
        if (i == 7) over();
        break;
    case 4:
        // The index is another one by the time the two meet.
        r = a[0]++ + (i = 1, a[i]++, i = 0);
        r += a[g]++ + (bump(), a[g]++);
        if (a[0] == 2 && a[1] == 2) elsewhere();
        break;
    case 5:
        printf("%d %d", i, i++);
        printed();
        break;
    case 6:
        r = i + ({ i++; 1; });
        statement();
        break;
    case 7:
        memcpy(&a[i], &a[i++], sizeof *a);
        copied();
        break;
    }
    return r;
}
