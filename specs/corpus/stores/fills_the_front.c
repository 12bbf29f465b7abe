// Fills the first places of a table with sevens, and looks at the ones around the border.
// The last place that was filled holds 7, the next one nothing; a negative length fills nothing.
// target: label:last  define: LENGTH=5       define: LEAST=0     expect: unreachable
// target: label:next  define: LENGTH=5       define: LEAST=0     expect: unreachable
// target: label:all   define: LENGTH=5       define: LEAST=-1    expect: reachable
// target: label:last  define: LENGTH=100000  define: LEAST=-1    expect: unreachable
// target: label:next  define: LENGTH=100000  define: LEAST=-1    expect: unreachable
// target: label:all   define: LENGTH=100000  define: LEAST=1000  expect: reachable
int table[LENGTH];
int main(void) {
    int length;
    if (length < LEAST || length > LENGTH)
        return 0;
    for (int i = 0; i < length; i++)
        table[i] = 7;
    if (length > 0 && table[length - 1] != 7)
        goto last;
    if (length >= 0 && length < LENGTH && table[length] != 0)
        goto next;
    if (table[LENGTH - 1] == 7)
        goto all;
    return 0;
last:
    return 1;
next:
    return 2;
all:
    return 3;
}
