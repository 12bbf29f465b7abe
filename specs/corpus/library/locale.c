// Whether a locale can be set is the world's; the first one always can, and is what is told then.
// define: CASE=!told  expect: reachable
// define: CASE=own[0]=='d'&&own[1]=='e'  expect: reachable
// define: CASE=!first||strcmp(first,"C")  expect: unreachable
// define: CASE=!again||strcmp(again,"C")  expect: unreachable
// define: CASE=begin!=1  expect: unreachable
#include <locale.h>
#include <string.h>
extern void reach_error(void);

int main(void) {
    int begin = strcmp(setlocale(LC_ALL, NULL), "C") == 0;
    char own[3] = "";
    char *told = setlocale(LC_ALL, "");
    if (told) strncpy(own, told, 2);
    char *first = setlocale(LC_ALL, "POSIX");
    char *again = setlocale(LC_CTYPE, NULL);
    if (CASE) reach_error();
    return 0;
}
