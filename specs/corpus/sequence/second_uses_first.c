// The second loop runs as often as the first one found blanks, so the indentation is 4 for each blank.
// Unreachable: `columns` is 4 times `blanks`, and so never 4 times it plus 2.
// entry: indent  expect: unreachable
extern void reach_error(void);

void indent(const char line[], int length) {
    int blanks = 0, columns = 0;
    for (int i = 0; i < length; i++)
        if (line[i] == ' ')
            blanks++;
    for (int i = 0; i < blanks; i++)
        columns += 4;
    if (columns == 4 * blanks + 2)
        reach_error();
}
