// Lazy predicate abstraction (Henzinger, Jhala, Majumdar, Sutre, POPL 2002), as presented in the slides that
// doc/engines/lazy.md cites. See search.cpp.
#pragma once

#include "engine/engine.h"

namespace pendulum::engine::lazy {

Descriptor make_descriptor();

}  // namespace pendulum::engine::lazy
