// read may give less than it is asked for, and fread whole elements only: what is behind is what was there before.
// define: CASE=n==2&&head[2]!=9  expect: unreachable
// define: CASE=n==4&&head[0]==0x7f&&head[3]=='F'  expect: reachable
// define: CASE=n>4||n<-1  expect: unreachable
// define: CASE=fread(all,sizeof*all,2,stdin)==1&&all[0]==258  expect: reachable
// define: CASE=fread(all,sizeof*all,2,stdin)>2  expect: unreachable
#include <stdio.h>
#include <unistd.h>
extern void reach_error(void);

int main(void) {
    unsigned char head[4] = { 9, 9, 9, 9 };
    int all[2];
    long n = read(0, head, sizeof head);
    if (CASE) reach_error();
    return 0;
}
