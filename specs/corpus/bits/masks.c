// What is masked is no larger than the mask, and than what is masked; byte orders of the network.
// target: label:beyond   entry: slot    expect: unreachable
// target: label:last     entry: slot    expect: reachable
// target: label:less     entry: joined  expect: unreachable
// target: label:more     entry: joined  expect: unreachable
// target: label:sum      entry: joined  expect: reachable
// target: label:back     entry: order   expect: unreachable
// target: label:swapped  entry: order   expect: reachable
// target: label:first    entry: order   expect: reachable
#include <arpa/inet.h>
#include <strings.h>

int slot(unsigned hash, unsigned size) {
    if (size == 0) return 0;
    unsigned at = hash & (size - 1);
    if (at >= size) { beyond: return 1; }
    if (at == size - 1 && at > 6) { last: return 2; }
    return 0;
}

int joined(unsigned short a, unsigned short b) {
    unsigned both = a | b;
    if (both < a || both < b) { less: return 1; }
    if (both > (unsigned)a + b) { more: return 2; }
    if (both == (unsigned)a + b && a > 2 && b > 1) { sum: return 3; }
    return 0;
}

int order(unsigned short port, unsigned address) {
    if (ntohs(htons(port)) != port) { back: return 1; }
    if (htonl(address) == 0x0100007f && ntohs(port) == 80) { swapped: return 2; }
    if (ffs((int)address) == 9) { first: return 3; }
    return 0;
}
