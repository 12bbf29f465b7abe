// A message is a list of blocks, each a length byte and so many bytes behind it; a length of 0 ends it.
// Reachable: the end is met at position 20, for instance behind blocks of 9 and 9.
// entry: message  expect: reachable
extern void reach_error(void);

void message(const unsigned char bytes[], int size) {
    int at = 0, blocks = 0;
    while (at < size && bytes[at] != 0) {
        at += bytes[at] + 1;
        blocks++;
    }
    if (at == 20 && blocks == 2)
        reach_error();
}
