// Accesses of library functions through their arguments (library_arguments.h). If memory accesses are
// checked, calls of these functions are inserted before the calls of library functions without a model.

//: __pendulum_access_object: [part] reads the first byte
void __pendulum_access_object(const char *object) { char first = *object; }

//: __pendulum_access_string: [part] reads a string
void __pendulum_access_string(const char *s) {
  size_t i = 0;
  while (s[i] != 0) ++i;
}

//: __pendulum_access_stream: [part] reads through a null pointer; streams are not objects of the program
void __pendulum_access_stream(const char *stream) {
  if (stream == 0) {
    char first = *stream;
  }
}

//: __pendulum_set_errno: [part] sets errno after a call that has failed
void __pendulum_set_errno(int has_failed) {
  if (has_failed) {
    __pendulum_errno = __VERIFIER_nondet_model_int();
    __VERIFIER_assume(__pendulum_errno > 0);
  }
}
