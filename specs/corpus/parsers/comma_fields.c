// Counts the fields of a line: one more than its commas; commas within quotes do not count.
// Reachable: 4 fields although the line has 5 commas, two of them in quotes.
// entry: fields  expect: reachable
extern void reach_error(void);

void fields(const char *line) {
    int fields = 1, commas = 0, quoted = 0;
    for (int i = 0; line[i] != 0; i++) {
        if (line[i] == '"')
            quoted = !quoted;
        if (line[i] == ',') {
            commas++;
            if (!quoted)
                fields++;
        }
    }
    if (fields == 4 && commas == 5 && !quoted)
        reach_error();
}
