//! What only the library looks into: streams and lists of arguments that a program is handed.

use super::Folder;

#[test]
fn streams_from_outside_can_be_written_to_and_give_what_the_witness_says() {
    let text = r#"#include <stdarg.h>
#include <stdio.h>
static void line(FILE *to, const char *format, ...) {
  va_list all;
  va_start(all, format);
  vfprintf(to, format, all);
  va_end(all);
}
int written(FILE *to, int x) {
  line(to, "%d %s\n", x, "is it");
  fputs("a", to);
  fputc('b', to);
  putc('c', to);
  fwrite("more", 1, 4, to);
  if (fflush(to) == 0 && ftell(to) == 17 && fseek(to, 0, SEEK_END) == 0 && fclose(to) == 0 && x == 7)
    goto written;
  return 0;
written:
  return 1;
}
int told(FILE *with) {
  char answer[8];
  fputs("go on? ", with);
  if (fgets(answer, 8, with) && answer[0] == 'y' && answer[1] == '\n' && getc(with) == EOF)
    goto told;
  return 0;
told:
  return 1;
}
int nowhere(FILE *to, int x) {
  if (!to && x == 3)
    goto nowhere;
  return 0;
nowhere:
  return 1;
}
"#;
    let folder = Folder::with("streams", text);
    for entry in ["written", "told", "nowhere"] {
        folder.confirmed(&format!("label:{entry}"), &["--entry", entry]);
    }
}

#[test]
fn whatever_leads_to_a_stream_gets_one() {
    let text = r#"#include <stdio.h>
struct log { int level; FILE *out[2]; const char *name; };
extern FILE *trace;
FILE *opened(void);
int member(struct log *log) {
  fputs("x", log[1].out[1]);
  if (log[1].level == 5 && log->name && log->name[0] == 'n')
    goto member;
  return 0;
member:
  return 1;
}
int whole(struct log log) {
  fprintf(log.out[0], "%d", log.level);
  if (log.level == 6)
    goto whole;
  return 0;
whole:
  return 1;
}
int pointed(FILE **to, int x) {
  fputc('x', *to);
  if (x == 4)
    goto pointed;
  return 0;
pointed:
  return 1;
}
int elsewhere(int x) {
  if (trace)
    fputs("x", trace);
  if (trace && x == 2)
    goto elsewhere;
  return 0;
elsewhere:
  return 1;
}
int absent(int x) {
  if (!trace && x == 2)
    goto absent;
  return 0;
absent:
  return 1;
}
int returned(void) {
  FILE *to = opened();
  if (!to)
    return 0;
  fputs("x", to);
  goto returned;
returned:
  return 1;
}
"#;
    let folder = Folder::with("leading", text);
    for entry in ["member", "whole", "pointed", "elsewhere", "absent", "returned"] {
        folder.confirmed(&format!("label:{entry}"), &["--entry", entry]);
    }
}

/// Whether something can be written is the library's to say, and a harness does not make it fail.
#[test]
fn writing_that_fails_is_not_fed() {
    let text = "#include <stdio.h>
int entry(FILE *to) {
  if (fputs(\"x\", to) == EOF)
    return 1;
  return 0;
}
";
    Folder::with("failing", text).open("4", &["--entry", "entry"], "the witness sets `fputs` (line 3)");
}

#[test]
fn lists_of_arguments_hold_what_the_witness_says() {
    let text = r#"#include <stdarg.h>
#include <stdio.h>
#include <string.h>
struct all { int count; va_list list; };
int values(va_list list) {
  if (va_arg(list, int) == -42 && va_arg(list, double) == 2.5)
    if (va_arg(list, long) == 1234567890123)
      goto values;
  return 0;
values:
  return 1;
}
int copied(FILE *to, va_list list) {
  va_list other;
  va_copy(other, list);
  int first = va_arg(other, int);
  va_end(other);
  vfprintf(to, "%d %s\n", list);
  if (first == 3)
    goto copied;
  return 0;
copied:
  return 1;
}
int written(va_list list) {
  char text[20];
  if (vsnprintf(text, sizeof text, "%d", list) == 2 && text[0] == '-')
    goto written;
  return 0;
written:
  return 1;
}
int pointed(va_list *list) {
  if (va_arg(*list, int) == 4)
    goto pointed;
  return 0;
pointed:
  return 1;
}
int member(struct all *all) {
  if (va_arg(all->list, int) == 4 && all->count == 2)
    goto member;
  return 0;
member:
  return 1;
}
int two(va_list one, va_list other) {
  if (va_arg(one, int) == 1 && va_arg(other, int) == 2)
    goto two;
  return 0;
two:
  return 1;
}
int handed_on(const char *format, va_list list, int x) {
  vprintf(format, list);
  if (x == 4)
    goto handed_on;
  return 0;
handed_on:
  return 1;
}
int none_left(va_list list) {
  return va_arg(list, int);
}
"#;
    let folder = Folder::with("lists", text);
    if !cfg!(target_arch = "x86_64") {
        return folder.open("label:pointed", &["--entry", "pointed"], "which a harness makes for x86-64 only");
    }
    for entry in ["values", "copied", "written", "pointed", "member", "two", "handed_on"] {
        folder.confirmed(&format!("label:{entry}"), &["--entry", entry]);
    }
    folder.confirmed("bounds", &["--entry", "none_left"]);
}

/// What a handler of a signal stores is found where the variable is memory; what is volatile is anything else.
#[test]
fn what_is_volatile_is_said() {
    let text = "#include <signal.h>
#include <string.h>
static volatile sig_atomic_t arrived;
static void handle(int number, siginfo_t *about, void *context) { arrived = number; }
int entry(void) {
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_sigaction = handle;
  action.sa_flags = SA_SIGINFO;
  sigaction(SIGTERM, &action, NULL);
  if (arrived == SIGTERM)
    return 1;
  return 0;
}
";
    let folder = Folder::with("volatile", text);
    folder.open("12", &["--entry", "entry"], "`arrived` (line 11) is volatile");
    folder.confirmed("12", &["--entry", "entry", "--volatile", "memory"]);
}
