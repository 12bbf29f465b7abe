// scanf with a width keeps within the word; without one any length may come.
// target: bounds  define: FORMAT="%3s%d"  expect: unreachable
// target: bounds  define: FORMAT="%s%d"  expect: reachable
// target: label:GO  define: FORMAT="%3s%d"  expect: reachable
// target: label:SPACE  define: FORMAT="%3s%d"  expect: unreachable
#include <stdio.h>
#include <string.h>

int main(void) {
    char word[4];
    int n;
    if (scanf(FORMAT, word, &n) != 2) return 0;
    if (word[0] == 'g' && word[1] == 'o' && !word[2] && n == -5) {
    GO:
        return 1;
    }
    if (word[0] == ' ') {
    SPACE:
        return 2;
    }
    return 0;
}
