// The lifetime of a local of a statement expression ends with the expression.
// property: valid-deref
// expect: true
int main(void) {
  return *({
    static int x = 1;
    &x;
  });
}
