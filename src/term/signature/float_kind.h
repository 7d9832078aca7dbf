// The operators on floating-point numbers, as a part of Kind (kind.h): is_float_operator(kind).
#pragma once

#include "term/signature/kind.h"

namespace pendulum::term {

enum class FloatKind : std::uint8_t {
#define PENDULUM_FLOAT(kind, ...) kind = static_cast<std::uint8_t>(Kind::kind),
#define PENDULUM_FLOAT_COMPARISON(kind, ...) kind = static_cast<std::uint8_t>(Kind::kind),
#include "term/signature/kinds.def"
};

}  // namespace pendulum::term
