// Counts the ones of a list upwards, then downwards again.
// Both loops see the same list, so nothing is left. Where all were ones, or none, one range of the list shows it; in
// general a long list has too many ranges.
// target: label:all   define: LENGTH=100000  expect: unreachable
// target: label:none  define: LENGTH=100000  expect: unreachable
// target: label:some  define: LENGTH=3       expect: unreachable
// target: label:some  define: LENGTH=100000  expect: unreachable  expect_today: unknown  timeout: 2s
int main(void) {
    int item[LENGTH];
    int count = 0;
    for (int i = 0; i < LENGTH; i++)
        if (item[i] == 1)
            count++;
    int ones = count;
    for (int i = 0; i < LENGTH; i++)
        if (item[i] == 1)
            count--;
    if (ones == LENGTH && count != 0)
        goto all;
    if (ones == 0 && count != 0)
        goto none;
    if (count != 0)
        goto some;
    return 0;
all:
    return 1;
none:
    return 2;
some:
    return 3;
}
