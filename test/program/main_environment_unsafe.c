// property: valid-deref
// expect: false
// envp ends with null and may contain no string.
int main(int argc, char **argv, char **envp) {
  if (envp[0] == 0) return envp[0][0];
  return 0;
}
