/* Lengths of codes, two in each byte, as a table that decodes them. */
#include "zlib/inftrees.c"

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size) {
    unsigned short lens[46], work[46];
    code room[ENOUGH_LENS], *table = room;
    unsigned bits, codes = 0;
    if (size < 1 || size > 24)
        return 0;
    codetype type = (data[0] & 3) == 0 ? CODES : (data[0] & 3) == 2 ? DISTS : LENS;
    /* Lengths of CODES have three bits in a stream: the table has room for no longer ones. */
    unsigned mask = type == CODES ? 7 : 15;
    for (size_t i = 1; i < size; i++) {
        lens[codes++] = data[i] & mask;
        lens[codes++] = data[i] >> 4 & mask;
    }
    bits = 1 + (data[0] >> 4 & 7);
    if (type == CODES && codes > 19)
        codes = 19;
    if (type == DISTS && codes > 30)
        codes = 30;
    inflate_table(type, lens, codes, &table, &bits, work);
    return 0;
}
