// The overflow of the Aeon 0.02a mail transfer agent, written from its description in the literature on loop detection
// (the source is not available here): the configuration file's name is built in a buffer of fixed size from $HOME.
// Figure 6(b) of [IMPULSE] varies the size of the buffer.
#include <stdlib.h>
#include <string.h>

#ifndef BASE_SZ
#define BASE_SZ 512
#endif

static int get_config(char settings[][64], int count) {
  char name[BASE_SZ];
  const char *home = getenv("HOME");
  if (home == 0) return -1;
  strcpy(name, home);
  strcat(name, "/.aeonrc");
  for (int i = 0; i < count; i++) settings[i][0] = 0;
  return name[0] != '/';
}

int main(void) {
  char settings[3][64];
  return get_config(settings, 3);
}
