/* Functions with which a program describes its environment and its requirements to Pendulum.
 *
 *   #include <pendulum.h>
 *   int main(void) {
 *     int n = pendulum_nondet_int();
 *     pendulum_assume(n > 0 && n < 100);
 *     pendulum_assert(n * n >= n);
 *   }
 *
 * The functions have no definition: `pendulum verify` knows their meaning. To compile a test with them, define
 * them yourself.
 */
#ifndef PENDULUM_H
#define PENDULUM_H

#include <stddef.h>

/* Each call returns an arbitrary value of the type. */
_Bool pendulum_nondet_bool(void);
char pendulum_nondet_char(void);
signed char pendulum_nondet_schar(void);
unsigned char pendulum_nondet_uchar(void);
short pendulum_nondet_short(void);
unsigned short pendulum_nondet_ushort(void);
int pendulum_nondet_int(void);
unsigned pendulum_nondet_uint(void);
long pendulum_nondet_long(void);
unsigned long pendulum_nondet_ulong(void);
long long pendulum_nondet_longlong(void);
unsigned long long pendulum_nondet_ulonglong(void);
size_t pendulum_nondet_size_t(void);
float pendulum_nondet_float(void);
double pendulum_nondet_double(void);

/* Executions in which the condition is 0 are ignored. Pendulum warns if no execution satisfies it. */
void pendulum_assume(int condition);

/* It is an error if the condition is 0 (property reach). The execution does not continue after the error. */
void pendulum_assert(int condition);

#endif
