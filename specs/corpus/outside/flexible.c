// A struct from outside with a flexible array member, pointers, and functions.
// target: label:all   entry: poll  expect: reachable
// target: label:null  entry: poll  expect: reachable
#include <stdint.h>
struct index { int size; int data[]; };
struct encoder { uint16_t n; uint8_t state; struct index *index; void (*done)(int); uint8_t buf[]; };

int poll(struct encoder *e) {
    if (e->state == 3 && e->index && e->index->size == 7 && e->index->data[1] == 2 && e->buf[4] == 9) { all: return 1; }
    if (!e->index && e->n == 5) { null: return 2; }
    return 0;
}
