// Figure 1 of [DTG]: an input that goes round ten times tells of those that go round fifty and thirty.
// entry: counted  target: label:FIRST  expect: reachable
// entry: counted  target: label:SECOND  expect: reachable
void counted(int x) {
    int c = 0, p = 0;
    while (1) {
        if (x <= 0)
            break;
        if (c == 50) {
        FIRST:
            return;
        }
        c = c + 1;
        p = p + c;
        x = x - 1;
    }
    if (c == 30) {
    SECOND:
        return;
    }
}
