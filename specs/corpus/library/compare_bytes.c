// memcmp looks at so many bytes and no more: the first two are those of "abc", the third may be another.
// define: CASE=b[2]!='c'  expect: reachable
// define: CASE=b[0]!='a'  expect: unreachable
// define: CASE=b[1]<'b'  expect: unreachable
#include <string.h>
extern void reach_error(void);
extern char __VERIFIER_nondet_char(void);

int main(void) {
    const char a[4] = "abc";
    char b[4];
    for (int i = 0; i < 4; i++) b[i] = __VERIFIER_nondet_char();
    if (memcmp(a, b, 2) == 0 && (CASE)) reach_error();
    return 0;
}
