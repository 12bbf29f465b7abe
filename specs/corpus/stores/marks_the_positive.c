// Marks the places of a list that hold a positive number.
// A place that holds none is not marked, and one that does is. With LENGTH marks all are.
// target: label:wrong  define: LENGTH=4       expect: unreachable
// target: label:all    define: LENGTH=4       expect: unreachable
// target: label:all    define: LENGTH=100000  expect: unreachable
// target: label:most   define: LENGTH=100000  expect: reachable
// target: label:wrong  define: LENGTH=1000    expect: unreachable
int marked[LENGTH];
int main(void) {
    int list[LENGTH];
    int marks = 0, place;
    for (int i = 0; i < LENGTH; i++)
        if (list[i] > 0) {
            marked[i] = 1;
            marks++;
        }
    if (place < 0 || place >= LENGTH)
        return 0;
    if (marks == LENGTH && marked[place] != 1)
        goto all;
    if (marks == LENGTH - 1 && marked[place] != 1)
        goto most;
    if (marked[place] != (list[place] > 0))
        goto wrong;
    return 0;
all:
    return 1;
most:
    return 2;
wrong:
    return 3;
}
