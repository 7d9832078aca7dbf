// Functions of the verifier interface that verification tasks use.

//: __VERIFIER_nondet_memory: fills memory with arbitrary bytes
void __VERIFIER_nondet_memory(void *memory, size_t n) {
  size_t i;
  for (i = 0; i < n; ++i) ((char *)memory)[i] = (char)__VERIFIER_nondet_model_int();
}
