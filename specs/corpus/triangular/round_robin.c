// Every team plays every later team once: n * (n - 1) / 2 games.
// 45 games are those of 10 teams. 44 lies between the 36 games of 9 teams and the 45 of 10.
// entry: season  define: GAMES=45  expect: reachable
// entry: season  define: GAMES=44  expect: unreachable
extern void reach_error(void);

void season(int teams) {
    int games = 0;
    if (teams < 0 || teams > 30)
        return;
    for (int home = 0; home < teams; home++)
        for (int away = home + 1; away < teams; away++)
            games++;
    if (games == GAMES)
        reach_error();
}
