// An argument of main is copied into an array of fixed size.
// Over integers the first interpolant of phase 1 takes longer than all of phase 2.
// impulse has no proof of the safe twin in time, because its interpolants take too long.
// property: valid-deref
// expect: false
// options: --set portfolio.engines=impulse --set impulse.theory=bv
int main(int argc, char **argv) {
  char name[1000];
  if (argc < 2) return 0;
  int i = 0;
  while (argv[1][i] != 0) {
    name[i] = argv[1][i];
    i++;
  }
  name[i] = 0;
  return name[0];
}
