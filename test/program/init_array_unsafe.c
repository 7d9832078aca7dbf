// Functions whose addresses are in the section .init_array are called before main, in the order of priorities.
// property: reach
// expect: false
extern void reach_error(void);
static int state;
static void twice(void) { state = 2 * state; }
static void start(void) { state = 3; }
static void more(void) { state = state + 1; }
__attribute__((used, section(".init_array"))) static void (*const late[])(void) = {more, twice};
__attribute__((used, section(".init_array.00200"))) static void (*const early)(void) = start;
int main(void) {
  if (state == 8) reach_error();
  return 0;
}
