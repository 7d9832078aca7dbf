// `pendulum engines`: prints the engines of the registry and their options.
#pragma once

#include <iosfwd>

#include "engine/engine.h"

namespace pendulum::main {

void print_engines(std::ostream& out, const engine::Registry& registry);

}  // namespace pendulum::main
