// The local of a statement expression ends with it.
// property: valid-deref
// expect: false
int main(void) {
  return *({
    int x = 1;
    &x;
  });
}
