// The members of a volatile struct are inputs whenever they are read: what was written is not what is found, and the
// data of two reads differ. A copy is plain: it stays what it is. Bytes add up to what four of them can.
// target: label:WRITTEN  expect: reachable
// target: label:TORN  expect: reachable
// target: label:COPY  expect: unreachable
// define: TOTAL=1020  expect: reachable
// define: TOTAL=1021  expect: unreachable
#ifndef TOTAL
#define TOTAL 0
#endif
extern void reach_error(void);

struct port {
    unsigned ready : 1;
    unsigned char data;
};
volatile struct port port;

int main(void) {
    port.data = 3;
    if (port.data != 3) {
    WRITTEN:;
    }
    if (port.data == 1 && port.data == 2) {
    TORN:;
    }
    struct port seen = port;
    if (seen.data == 1 && seen.data == 2 || seen.ready > 1) {
    COPY:
        return 1;
    }
    int total = 0;
    for (int i = 0; i < 4; i++)
        if (port.ready) total += port.data;
    if (total == TOTAL) reach_error();
    return 0;
}
