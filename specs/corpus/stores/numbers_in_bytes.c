// Writes the number of each place into a byte.
// What does not fit is cut off: place 300 holds 44, and no place from 256 on holds its number.
// target: label:itself  define: LENGTH=256     expect: unreachable
// target: label:itself  define: LENGTH=100000  expect: unreachable
// target: label:cut     define: LENGTH=301     expect: reachable
// target: label:cut     define: LENGTH=300     expect: unreachable
// target: label:cut     define: LENGTH=100000  expect: reachable
unsigned char table[LENGTH];
int main(void) {
    int place;
    if (place < 0 || place >= LENGTH)
        return 0;
    for (int i = 0; i < LENGTH; i++)
        table[i] = i;
    if (place > 255 && table[place] == place)
        goto itself;
    if (place == 300 && table[place] == 44)
        goto cut;
    return 0;
itself:
    return 1;
cut:
    return 2;
}
