/* What threads ask for, where there is one: nothing runs beside the program. */

static unsigned long pthread_self__number(void);

/* 0, or why not. */
static int __locked(void) {
  int error = lock__error();
  __builtin_assume(error >= 0);
  return error;
}

int pthread_mutex_init(void *mutex, const void *attributes) {
  return __locked();
}

int pthread_mutex_destroy(void *mutex) {
  return __locked();
}

int pthread_mutex_lock(void *mutex) {
  return __locked();
}

int pthread_mutex_unlock(void *mutex) {
  return __locked();
}

int pthread_mutex_trylock(void *mutex) {
  return __locked();
}

int pthread_rwlock_init(void *lock, const void *attributes) {
  return __locked();
}

int pthread_rwlock_destroy(void *lock) {
  return __locked();
}

int pthread_rwlock_rdlock(void *lock) {
  return __locked();
}

int pthread_rwlock_wrlock(void *lock) {
  return __locked();
}

int pthread_rwlock_unlock(void *lock) {
  return __locked();
}

int pthread_cond_init(void *condition, const void *attributes) {
  return __locked();
}

int pthread_cond_destroy(void *condition) {
  return __locked();
}

int pthread_cond_signal(void *condition) {
  return __locked();
}

int pthread_cond_broadcast(void *condition) {
  return __locked();
}

/* Who runs, which nobody else does. */
unsigned long pthread_self(void) {
  static unsigned long number;
  static _Bool is_known;
  if (!is_known)
    number = pthread_self__number();
  is_known = 1;
  return number;
}

int pthread_equal(unsigned long one, unsigned long other) {
  return one == other;
}

int pthread_once(int *once, void (*first)(void)) {
  if (*once == 0) {
    *once = 2;
    first();
  }
  return 0;
}

int pthread_mutexattr_init(void *attributes) {
  return __locked();
}

int pthread_mutexattr_destroy(void *attributes) {
  return __locked();
}

int pthread_mutexattr_settype(void *attributes, int kind) {
  return __locked();
}

int pthread_cond_wait(void *condition, void *mutex) {
  return __locked();
}

int pthread_cond_timedwait(void *condition, void *mutex, const void *time) {
  return __locked();
}

int pthread_rwlock_tryrdlock(void *lock) {
  return __locked();
}

int pthread_rwlock_trywrlock(void *lock) {
  return __locked();
}

int sched_yield(void) {
  return __done(sleep__succeeds());
}
