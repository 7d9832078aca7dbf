// Structs with an integer and an array of pointers, in an array: the pointers are not integers.
// property: reach
// expect: true
// options: --data-model LP64
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

struct item {
  int number;
  struct item *next[2];
};

int main(void) {
  struct item items[3];
  for (int i = 0; i < 3; i++) {
    items[i].number = i;
    items[i].next[0] = &items[(i + 1) % 3];
    items[i].next[1] = &items[(i + 2) % 3];
  }
  struct item *item = items[0].next[__VERIFIER_nondet_int() == 0];
  if (item - items != item->number) reach_error();
  return 0;
}
