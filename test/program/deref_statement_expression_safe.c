// The local of a statement expression ends with it.
// property: valid-deref
// expect: true
int main(void) {
  return *({
    static int x = 1;
    &x;
  });
}
