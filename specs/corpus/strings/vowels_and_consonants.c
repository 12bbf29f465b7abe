// A line of at most 80 letters: every letter is a vowel or a consonant, never both.
// 30 vowels and 50 consonants are reached; 31 and 50 are one letter too many.
// entry: letters  define: VOWELS=30  expect: reachable
// entry: letters  define: VOWELS=31  expect: unreachable
extern void reach_error(void);

void letters(const char *line) {
    int vowels = 0, consonants = 0;
    for (int i = 0; i < 80 && line[i] != '\n'; i++) {
        char c = line[i];
        if (c == 'a' || c == 'e' || c == 'i' || c == 'o' || c == 'u')
            vowels++;
        else
            consonants++;
    }
    if (vowels == VOWELS && consonants == 50)
        reach_error();
}
