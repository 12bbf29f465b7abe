// A case may be a constant of 128 bits that is computed.
// expect: reachable   define: BIT=64
// expect: unreachable define: BIT=65
extern void reach_error(void);

int main(void) {
    unsigned __int128 x = (unsigned __int128)1 << BIT;
    switch (x) {
    case ((unsigned __int128)1 << 64) + 1 - 1: reach_error();
    case -((__int128)-1) << 65 | 3: return 1;
    }
    return 0;
}
