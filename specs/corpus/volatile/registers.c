// Registers at an address: each read of a member that is volatile is an input, and an instruction that only takes time
// changes nothing. What is there in the members that are not volatile nobody knows.
// target: label:late     entry: waits     expect: reachable
// target: label:longer   entry: waits     expect: unreachable
// target: label:changed  entry: waits     expect: reachable
// target: label:large    entry: waits     expect: unreachable
// target: label:read     entry: reserved  expect: unknown
// target: label:stored   entry: reserved  expect: reachable  expect_today: unknown
// target: label:before   entry: reserved  expect: reachable
// target: label:kept     entry: keeps     expect: reachable  expect_today: unknown
// target: label:same     entry: compares  expect: unreachable  expect_today: unknown
// target: label:third    entry: elements  expect: reachable
// target: label:fourth   entry: elements  expect: unreachable
#include <stdint.h>

typedef struct {
    volatile uint32_t status, data;
    uint32_t reserved[2];
    volatile uint8_t level, pins[4];
} port;

#define PORT ((port *)0x40011000UL)

int waits(void) {
    int n = 0;
    while (!(PORT->status & 32) && n < 9) {
        __asm__ volatile("nop");
        n++;
    }
    if (n == 9) { late: return 1; }
    if (n > 9) { longer: return 2; }
    PORT->data = 5;
    if (PORT->data == 6) { changed: return 3; }
    if (PORT->level > 255) { large: return 4; }
    return 0;
}

int reserved(int i) {
    if (PORT->level == 7) { before: return 0; }
    if (i) {
        if (PORT->reserved[1] == 3) { read: return 1; }
    } else {
        PORT->reserved[0] = 4;
        stored: return 2;
    }
    return 0;
}

int keeps(void) {
    volatile uint8_t *at = PORT->pins;
    kept: return *at;
}

int elements(int i) {
    if (i >= 0 && i < 4 && PORT->pins[i] == 3) { third: return 1; }
    if (i == 2 && PORT->pins[i] > 255) { fourth: return 2; }
    return 0;
}

int compares(void) {
    if (&PORT->data == &((port *)0x40012000UL)->data) { same: return 1; }
    return 0;
}
