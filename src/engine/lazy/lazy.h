// Lazy predicate abstraction (Henzinger, Jhala, Majumdar, Sutre, POPL 2002; the slides' first part). See
// search.cpp.
#pragma once

#include "engine/engine.h"

namespace pendulum::engine::lazy {

Descriptor make_descriptor();

}  // namespace pendulum::engine::lazy
