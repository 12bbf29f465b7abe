// Another name of a function or an object is one for other files, too, and nothing that no file defines.
// others: aliased.c  target: alias.c:14  expect: reachable
// others: aliased.c  target: call:wrong  expect: unreachable
void wrong(void);
int calls(void), total(void);
static int count = 0;
int next(void) { return ++count; }
int advance(void) __attribute__((alias("next")));
int sum = 4;
extern int so_far __attribute__((alias("sum")));

int main(void) {
    if (calls() == 1 && calls() == 2)
        sum += 3;
    if (total() != 7 || count != 2) wrong();
    return 0;
}
