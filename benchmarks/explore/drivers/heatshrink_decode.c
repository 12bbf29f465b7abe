/* Bytes are unpacked: the first one chooses the sizes, the rest is sunk and polled in turns. */
#include "heatshrink/heatshrink_decoder.c"

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size) {
    unsigned char in[24], out[16];
    size_t at = 0, sunk, got;
    if (size < 1 || size > 25)
        return 0;
    for (size_t i = 1; i < size; i++)
        in[i - 1] = data[i];
    size--;
    heatshrink_decoder *decoder = heatshrink_decoder_alloc(8, 3 + (data[0] & 7), 2 + (data[0] >> 6));
    if (!decoder)
        return 0;
    for (int turn = 0; turn < 8 && at < size; turn++) {
        sunk = 0;
        if (heatshrink_decoder_sink(decoder, in + at, size - at, &sunk) < 0)
            break;
        at += sunk;
        for (int polls = 0; polls < 8; polls++)
            if (heatshrink_decoder_poll(decoder, out, sizeof out, &got) != HSDR_POLL_MORE)
                break;
    }
    heatshrink_decoder_finish(decoder);
    heatshrink_decoder_free(decoder);
    return 0;
}
