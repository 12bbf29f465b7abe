/* Bytes are packed with a window of 16 of them. */
#include "heatshrink/heatshrink_encoder.c"

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size) {
    unsigned char in[24], out[8];
    size_t at = 0, sunk, got;
    if (size > 24)
        return 0;
    for (size_t i = 0; i < size; i++)
        in[i] = data[i];
    heatshrink_encoder *encoder = heatshrink_encoder_alloc(4, 3);
    if (!encoder)
        return 0;
    for (int turn = 0; turn < 4 && at < size; turn++) {
        sunk = 0;
        if (heatshrink_encoder_sink(encoder, in + at, size - at, &sunk) < 0)
            break;
        at += sunk;
        if (at == size)
            heatshrink_encoder_finish(encoder);
        for (int polls = 0; polls < 8; polls++)
            if (heatshrink_encoder_poll(encoder, out, sizeof out, &got) != HSER_POLL_MORE)
                break;
    }
    heatshrink_encoder_free(encoder);
    return 0;
}
