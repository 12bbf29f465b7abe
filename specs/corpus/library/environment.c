// What the environment and the clock say is anything; texts end, and are nobody's to free.
// define: CASE=home&&home[0]=='/'&&strlen(home)==2  expect: reachable
// define: CASE=!home  expect: reachable
// define: CASE=time(&t)!=t  expect: unreachable
// define: CASE=time(0)==1234567890  expect: reachable
// define: CASE=home&&home[strlen(home)]  expect: unreachable
// target: leak  define: CASE=!home  expect: unreachable
#include <stdlib.h>
#include <string.h>
#include <time.h>
extern void reach_error(void);

int main(void) {
    time_t t;
    char *home = getenv("HOME");
    if (CASE) reach_error();
    return 0;
}
