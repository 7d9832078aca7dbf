// The lifetime of a local of a statement expression ends with the expression.
// property: valid-deref
// expect: false
int main(void) {
  return *({
    int x = 1;
    &x;
  });
}
