// What equals "go" has its two letters and its length; what is less differs in one of them, as "end" does.
// define: CASE=strcmp(word,"go")==0&&strlen(word)!=2  expect: unreachable
// define: CASE=strcmp(word,"go")==0&&word[1]!='o'  expect: unreachable
// define: CASE=strcmp(word,"go")<0&&word[0]=='g'  expect: reachable
// define: CASE=strcmp(word,"go")<0&&word[0]=='h'  expect: unreachable
#include <string.h>
extern void reach_error(void);
extern char __VERIFIER_nondet_char(void);

int main(void) {
    char word[4];
    for (int i = 0; i < 3; i++) word[i] = __VERIFIER_nondet_char();
    word[3] = 0;
    if (CASE) reach_error();
    return 0;
}
