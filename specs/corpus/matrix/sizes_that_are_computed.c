// The size of what has a length computed at run time is that length when its declaration was met, times the size of an
// element, an `unsigned long`; in a type that is only named, a length is computed when the size is asked for.
// A length that is not positive has no meaning: `n` is 1 at least, so `n - 1` may be 0, and is the end of the path.
// target: label:TYPES     expect: unreachable
// target: label:NAMED     expect: unreachable
// target: label:OBJECTS   expect: unreachable
// target: label:LATER     expect: unreachable
// target: label:WRAPS     expect: unreachable
// target: label:FOUR      expect: reachable
// target: bounds          expect: unreachable
// target: bounds  define: LESS  expect: reachable
#include <stdlib.h>
extern int input(void);
struct pair {
    char c;
    long l;
};
typedef struct pair two;

int main(void) {
    int n = input(), m = 3;
    if (n < 1 || n > 4)
        return 0;
#ifdef LESS
    if (sizeof(int[n - 1]) == 4)
        return 7;
#endif
    int k = n;
    unsigned long s = sizeof(int[k++]);
    if (s != 4ul * n || k != n + 1)
    TYPES:
        return 1;
    if (sizeof(unsigned char[n][m]) != 3ul * n || sizeof(struct pair[n]) != 16ul * n ||
        sizeof(two[m][n]) != 48ul * n || sizeof(char *[n][2]) != 16ul * n || sizeof(long long[2][n][m]) != 48ul * n)
    NAMED:
        return 2;
    typedef short row[m];
    row objects[n];
    short(*all)[m] = malloc(n * sizeof *all);
    if (sizeof objects != 6ul * n || sizeof objects[0] != 6 || sizeof *all != 6 || sizeof all != sizeof(void *))
    OBJECTS:
        return 3;
    m = 7;
    if (sizeof(row) != 6 || sizeof(row[n]) != 6ul * n || sizeof objects[0] / sizeof objects[0][0] != 3)
    LATER:
        return 4;
    if (sizeof objects[0] - 7 < 100)
    WRAPS:
        return 5;
    if (sizeof objects == 24)
    FOUR:
        return 6;
    return 0;
}
