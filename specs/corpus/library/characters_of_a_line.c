// getchar gives a character, 0 to 255, or EOF, which is -1: nothing is below. A line may end with the input.
// define: CASE=n==7&&c==-1  expect: reachable
// define: CASE=n==7&&c=='x'  expect: unreachable
// define: CASE=c<-1||c>255  expect: unreachable
#include <stdio.h>
extern void reach_error(void);

int main(void) {
    int n = 0, c;
    while ((c = getchar()) != EOF && c != '\n') n++;
    if (CASE) reach_error();
    return 0;
}
