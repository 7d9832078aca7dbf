// The program as a function.
#pragma once

namespace pendulum::main {

int run(int argc, const char* const* argv);

}  // namespace pendulum::main
