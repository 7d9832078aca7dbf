// An access to a local after its function has returned.
// property: valid-deref
// expect: true

static int *kept;
static int other = 4;

static void keep(void) {
  int x = 3;
  kept = &x;
  *kept = 5;
  kept = &other;
}

int main(void) {
  keep();
  return *kept;
}
