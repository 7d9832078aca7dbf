// A pointer to a local of an earlier call does not point to the local of the current call.
// property: valid-deref
// expect: true

static int *kept;

static int use(int first) {
  int x = 1;
  if (first) kept = &x;
  return x;
}

int main(void) {
  use(1);
  return use(0);
}
