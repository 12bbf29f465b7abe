/* Each byte is something to do with a ring of eight bytes. */
#include <stddef.h>
#include "Ring-Buffer/ringbuffer.c"

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size) {
    char room[8], some[4] = {1, 2, 3, 4}, one;
    ring_buffer_t ring;
    if (size > 32)
        return 0;
    ring_buffer_init(&ring, room, sizeof room);
    for (size_t i = 0; i < size; i++) {
        unsigned arg = data[i] >> 3;
        switch (data[i] & 7) {
        case 0:
            ring_buffer_queue(&ring, (char)arg);
            break;
        case 1:
            ring_buffer_queue_arr(&ring, some, arg & 3);
            break;
        case 2:
            ring_buffer_dequeue(&ring, &one);
            break;
        case 3:
            ring_buffer_dequeue_arr(&ring, some, arg & 3);
            break;
        case 4:
            ring_buffer_peek(&ring, &one, arg);
            break;
        default:
            ring_buffer_init(&ring, room, sizeof room);
        }
    }
    return 0;
}
