/* Where to go on instead of returning through all functions that are called there. None calls another one: jumps lead to
   who calls the model. */

/* A number for this call, in this call of the function that calls the model. */
static long __lariat_set_jump(void *env);

/* 0, and what is handed to the jumps that lead here. */
static int __lariat_landed(void);

/* Goes on where the call with a number was, if that was given the same memory. */
static void __lariat_jump(void *env, long to, int value);

int setjmp(void *env) {
  long call = __lariat_set_jump(env);
  *(long *)env = call;
  return __lariat_landed();
}

int _setjmp(void *env) {
  long call = __lariat_set_jump(env);
  *(long *)env = call;
  return __lariat_landed();
}

int sigsetjmp(void *env, int saves) {
  long call = __lariat_set_jump(env);
  *(long *)env = call;
  return __lariat_landed();
}

int __sigsetjmp(void *env, int saves) {
  long call = __lariat_set_jump(env);
  *(long *)env = call;
  return __lariat_landed();
}

void longjmp(void *env, int value) {
  __lariat_jump(env, *(long *)env, value ? value : 1);
}

void _longjmp(void *env, int value) {
  __lariat_jump(env, *(long *)env, value ? value : 1);
}

void siglongjmp(void *env, int value) {
  __lariat_jump(env, *(long *)env, value ? value : 1);
}

void __longjmp_chk(void *env, int value) {
  __lariat_jump(env, *(long *)env, value ? value : 1);
}
