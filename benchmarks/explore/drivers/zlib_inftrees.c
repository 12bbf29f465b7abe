/* Lengths of codes, two in each byte, as a table that decodes them. */
#include "zlib/inftrees.c"

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size) {
    unsigned short lens[46], work[46];
    code room[ENOUGH_LENS], *table = room;
    unsigned bits, codes = 0;
    if (size < 1 || size > 24)
        return 0;
    for (size_t i = 1; i < size; i++) {
        lens[codes++] = data[i] & 15;
        lens[codes++] = data[i] >> 4;
    }
    bits = 1 + (data[0] >> 4 & 7);
    if ((data[0] & 3) == 0 && codes > 19)
        codes = 19;
    if ((data[0] & 3) == 2 && codes > 30)
        codes = 30;
    inflate_table((data[0] & 3) == 0 ? CODES : (data[0] & 3) == 2 ? DISTS : LENS, lens, codes, &table, &bits, work);
    return 0;
}
