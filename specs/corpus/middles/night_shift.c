// A door that counts visitors before `closing` and from 90000 s on, looked at after at most 50000 s: what is counted
// came before `closing`, so it is at most `closing`. That the condition holds again at 90000 is of no use. With
// `closing` = 11 and a visitor in each of the first 11 seconds, 11 are counted.
// define: COUNTED=closing  expect: unreachable
// define: COUNTED=10  expect: reachable
extern int visitor(void);
extern void reach_error(void);
int main(void) {
    int closing, seconds, counted = 0, missed = 0;
    if (closing < 0 || closing > 1000 || seconds > 50000)
        return 0;
    for (int second = 0; second < seconds; second++)
        if (visitor() && (second < closing || second >= 90000))
            counted++;
        else
            missed++;
    if (counted > COUNTED)
        reach_error();
    return 0;
}
