// Flags that are set, cleared and turned together have few values.
// target: label:shown   expect: reachable
// target: label:none    expect: unreachable
// target: label:alone   expect: unreachable
// target: label:kept    expect: unreachable
int in(void);

int main(void) {
    unsigned flags = 0;
    for (int i = 0; i < in(); i++) {
        switch (in() & 3) {
        case 0: flags |= 0x15; break;
        case 1: flags &= ~6u; break;
        case 2: flags ^= 0x81; break;
        default: flags |= 0x42;
        }
    }
    if ((flags & 0x81) == 0x81 && !(flags & 0x10)) {
        shown: ;
    }
    if (flags & 0x28) {
        none: ;
    }
    if ((flags & 0x14) == 4) {
        alone: ;
    }
    if (flags & 0x80 && !(flags & 0x11)) {
        kept: ;
    }
    return 0;
}
