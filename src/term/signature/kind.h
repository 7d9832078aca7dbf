// The operators of terms, named as in SMT-LIB; kinds.def lists them with their meaning.
#pragma once

#include <cstdint>
#include <string_view>

namespace pendulum::term {

enum class Kind : std::uint8_t {
#define PENDULUM_KIND(kind_class, kind, ...) kind,
#include "term/signature/kinds.def"
};

/// Returns the SMT-LIB name of the operator, or a description for Kind::Apply and leaves.
std::string_view name_of(Kind kind);

// Parts of Kind, for switches over the operators of some classes only. The compiler then requires a case for
// each operator of these classes, and for no other. Convert by static_cast; kind_info.h has the condition for
// each.

/// Operators on two bit-vectors of equal width: is_bitvec_binary(kind).
enum class BitVecBinaryKind : std::uint8_t {
#define PENDULUM_BITVEC_BINARY(kind, ...) kind = static_cast<std::uint8_t>(Kind::kind),
#define PENDULUM_BITVEC_COMPARISON(kind, ...) kind = static_cast<std::uint8_t>(Kind::kind),
#define PENDULUM_BITVEC_OVERFLOW(kind, ...) kind = static_cast<std::uint8_t>(Kind::kind),
#include "term/signature/kinds.def"
};

/// Operators on Booleans and bit-vectors: is_core(kind) || is_bitvec_operator(kind).
enum class WordKind : std::uint8_t {
#define PENDULUM_CORE(kind, ...) kind = static_cast<std::uint8_t>(Kind::kind),
#define PENDULUM_BITVEC_UNARY(kind, ...) kind = static_cast<std::uint8_t>(Kind::kind),
#define PENDULUM_BITVEC_BINARY(kind, ...) kind = static_cast<std::uint8_t>(Kind::kind),
#define PENDULUM_BITVEC_COMPARISON(kind, ...) kind = static_cast<std::uint8_t>(Kind::kind),
#define PENDULUM_BITVEC_STRUCTURE(kind, ...) kind = static_cast<std::uint8_t>(Kind::kind),
#define PENDULUM_BITVEC_OVERFLOW(kind, ...) kind = static_cast<std::uint8_t>(Kind::kind),
#include "term/signature/kinds.def"
};

}  // namespace pendulum::term
