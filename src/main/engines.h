// `pendulum engines`: the table of engines and their options, from the registry.
#pragma once

#include <iosfwd>

#include "engine/engine.h"

namespace pendulum::main {

void print_engines(std::ostream& out, const engine::Registry& registry);

}  // namespace pendulum::main
