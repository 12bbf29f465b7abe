// Front and back buffer change places in every frame; after an even number of frames they are as before.
// Unreachable: 5000 is even. With 5001 frames the line is reached.
// define: FRAMES=5000  expect: unreachable
// define: FRAMES=5001  expect: reachable
extern void reach_error(void);

int main(void) {
    int front = 10, back = 20;
    for (int frame = 0; frame < FRAMES; frame++) {
        int swap = front;
        front = back;
        back = swap;
    }
    if (front == 20)
        reach_error();
    return 0;
}
