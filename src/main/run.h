// The main function without the name `main`, for tests.
#pragma once

namespace pendulum::main {

int run(int argc, const char* const* argv);

}  // namespace pendulum::main
