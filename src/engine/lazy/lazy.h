// Lazy predicate abstraction (Henzinger, Jhala, Majumdar, Sutre [Henzinger02]), as
// presented in the slides [Chen12]. See search.cpp.
#pragma once

#include "engine/engine.h"

namespace pendulum::engine::lazy {

Descriptor make_descriptor();

}  // namespace pendulum::engine::lazy
