/* The checksum of a sentence of NMEA, and one of 16 bits of the same bytes. */
#include "libcrc/src/nmea-chk.c"
#include "libcrc/src/crc16.c"

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size) {
    unsigned char sentence[25], result[3];
    if (size > 24)
        return 0;
    for (size_t i = 0; i < size; i++)
        sentence[i] = data[i];
    sentence[size] = 0;
    checksum_NMEA(sentence, result);
    crc_16(sentence, size);
    return 0;
}
