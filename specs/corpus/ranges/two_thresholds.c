// Counts the readings above 5, and those above 10.
// Whatever is above 10 is above 5, so the second count is never larger. That none is above 5 and one above 10 needs
// to be seen in every way the two could take turns.
// define: READINGS=5       define: HIGH=4      define: HIGHEST=4      expect: reachable
// define: READINGS=5       define: HIGH=4      define: HIGHEST=5      expect: unreachable
// define: READINGS=100000  define: HIGH=70000  define: HIGHEST=30000  expect: reachable
// define: READINGS=100000  define: HIGH=99999  define: HIGHEST=100000 expect: unreachable
// define: READINGS=100000  define: HIGH=0      define: HIGHEST=1      expect: unreachable
extern void reach_error(void);

int main(void) {
    int reading[READINGS];
    int high = 0, highest = 0;
    for (int i = 0; i < READINGS; i++) {
        if (reading[i] > 5)
            high++;
        if (reading[i] > 10)
            highest++;
    }
    if (high == HIGH && highest == HIGHEST)
        reach_error();
    return 0;
}
