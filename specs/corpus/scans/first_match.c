// Looks for a key and remembers its first place.
// Reachable with the key at place 300 and not before. Unreachable: a place before the key's first occurrence cannot hold the key,
// which the second question asks for place 0.
// entry: first  define: CASE=1  expect: reachable
// entry: first  define: CASE=2  expect: unreachable
extern void reach_error(void);

void first(const int keys[], int n, int key) {
    int place = -1;
    for (int i = 0; i < n; i++)
        if (keys[i] == key) {
            place = i;
            break;
        }
    if (CASE == 1 && place == 300)
        reach_error();
    if (CASE == 2 && place > 0 && keys[0] == key)
        reach_error();
}
