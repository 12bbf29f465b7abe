// Copies a list and adds one to each entry.
// Each entry of the copy is larger than the one it came from, and may be equal to the one before that.
// target: label:from_another  define: LENGTH=3       expect: unreachable
// target: label:from_another  define: LENGTH=100000  expect: unreachable
// target: label:unchanged     define: LENGTH=100000  expect: unreachable
// target: label:like_before   define: LENGTH=3       expect: reachable
// target: label:like_before   define: LENGTH=100000  expect: reachable
int main(void) {
    int list[LENGTH], copy[LENGTH];
    int place;
    for (int i = 0; i < LENGTH; i++)
        copy[i] = list[i] + 1;
    if (place < 1 || place >= LENGTH)
        return 0;
    if (copy[place] == 77 && list[place] != 76)
        goto from_another;
    if (copy[place] <= list[place])
        goto unchanged;
    if (copy[place] == list[place - 1])
        goto like_before;
    return 0;
from_another:
    return 1;
unchanged:
    return 2;
like_before:
    return 3;
}
