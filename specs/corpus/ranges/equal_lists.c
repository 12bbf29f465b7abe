// Counts the places where two lists hold the same, and looks at one place again.
// If all places agree, so does this one; with one place that does not it may be the one. If none agrees it does not.
// target: label:all   define: LENGTH=4       expect: unreachable
// target: label:all   define: LENGTH=100000  expect: unreachable
// target: label:most  define: LENGTH=4       expect: reachable
// target: label:most  define: LENGTH=100000  expect: reachable
// target: label:none  define: LENGTH=100000  expect: unreachable
int main(void) {
    int left[LENGTH], right[LENGTH];
    int equal = 0, place;
    for (int i = 0; i < LENGTH; i++)
        if (left[i] == right[i])
            equal++;
    if (place < 0 || place >= LENGTH)
        return 0;
    if (equal == LENGTH && left[place] != right[place])
        goto all;
    if (equal == LENGTH - 1 && left[place] != right[place])
        goto most;
    if (equal == 0 && left[place] == right[place])
        goto none;
    return 0;
all:
    return 1;
most:
    return 2;
none:
    return 3;
}
