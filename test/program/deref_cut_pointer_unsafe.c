// A pointer that was partly overwritten does not point to an object.
// property: valid-deref
// expect: false
// options: --data-model LP64
int main(void) {
  int x = 1;
  union {
    int *pointer;
    int number;
  } place;
  place.pointer = &x;
  *place.pointer = 2;
  place.number = 0;
  *place.pointer = 7;
  return x;
}
