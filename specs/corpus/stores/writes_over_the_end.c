// Writes ones from the front up to one border, then twos from another border to the end.
// Where both borders are given the later writing wins: a place from the second border on holds 2, the border included.
// target: label:early  define: LENGTH=4       expect: unreachable
// target: label:early  define: LENGTH=100000  expect: unreachable
// target: label:late   define: LENGTH=4       expect: unreachable
// target: label:late   define: LENGTH=100000  expect: unreachable
// target: label:seam   define: LENGTH=4       expect: reachable
// target: label:seam   define: LENGTH=100000  expect: reachable
// target: label:gap    define: LENGTH=100000  expect: reachable
int table[LENGTH + 1];
int main(void) {
    int ones, twos, place;
    if (ones > LENGTH || twos < 0 || place < 0 || place >= LENGTH)
        return 0;
    for (int i = 0; i < ones; i++)
        table[i] = 1;
    for (int i = twos; i < LENGTH; i++)
        table[i] = 2;
    if (place < ones && place < twos && table[place] != 1)
        goto early;
    if (place >= twos && table[place] != 2)
        goto late;
    if (table[place] == 1 && table[place + 1] == 2)
        goto seam;
    if (table[place] == 0 && place > 0 && table[place - 1] == 1)
        goto gap;
    return 0;
early:
    return 1;
late:
    return 2;
seam:
    return 3;
gap:
    return 4;
}
