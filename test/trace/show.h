/* SHOW(x, format) prints the value of x if SHOW_VALUES is defined, and does nothing otherwise. It belongs
   into the line that assigns x. */
#ifdef SHOW_VALUES
#include <stdio.h>
#define SHOW(x, format) fprintf(stderr, "SHOW %d %s = " format "\n", __LINE__, #x, x)
#else
#define SHOW(x, format)
#endif
