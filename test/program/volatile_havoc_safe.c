// Each read of a volatile object returns a new value.
// property: reach
// expect: true
// options: --volatile havoc
extern void reach_error(void);

struct sensor {
  int value;
  int limit;
};
volatile int input;
volatile struct sensor sensor;

int main(void) {
  input = 3;
  int first = input, second = input;
  struct sensor copy = sensor;
  if (first != second && copy.value == first && copy.limit == second && first == second) reach_error();
  return 0;
}
