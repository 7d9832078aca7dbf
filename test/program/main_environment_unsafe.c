// property: valid-deref
// expect: false
// envp ends with null, and may have no string.
int main(int argc, char **argv, char **envp) {
  if (envp[0] == 0) return envp[0][0];
  return 0;
}
