// An access to a local after its function has returned.
// property: valid-deref
// expect: false

static int *kept;
static int other = 4;

static void keep(void) {
  int x = 3;
  kept = &x;
  *kept = 5;
  other = 3;
}

int main(void) {
  keep();
  return *kept;
}
