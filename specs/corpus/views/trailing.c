// What comes last in a struct may be longer than it says; any other array is as long as it says.
// target: label:last   expect: reachable
// target: label:inner  expect: unreachable
struct s { unsigned char inner[2], data[1]; };
static unsigned char space[6] = { 1, 2, 3, 4, 5, 6 };

int main(void) {
    struct s *p = (struct s *)space;
    int four = 4;
    if (p->data[3] == 6) { last: four--; }
    if (p->inner[four] == 4) { inner: return 1; }
    return 0;
}
