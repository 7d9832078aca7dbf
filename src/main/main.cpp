#include "main/run.h"

int main(int argc, char** argv) {
  return pendulum::main::run(argc, argv);
}
