// Figure 2 of [DTG]: how often the inner loop goes round in all is a product. No input leaves the outer loop at its
// second guard having gone round more often than there was in z.
// entry: counted  target: label:PRODUCT  expect: reachable
// entry: counted  target: label:MORE  expect: unreachable
void counted(int x, int y, int z) {
    int cy = 0, y1 = 0, done = 0, rounds = 0;
    int z0 = z;
    while (1) {
        if (x <= 0) {
            done = 1;
            break;
        }
        y1 = y;
        while (1) {
            if (y1 <= 0)
                break;
            y1--;
            cy = cy + 1;
        }
        if (z <= 0)
            break;
        x--;
        z--;
        rounds++;
    }
    if (!done && rounds > z0 && z0 > 0) {
    MORE:
        return;
    }
    if (done && y > 3 && cy == y * 101) {
    PRODUCT:
        return;
    }
}
