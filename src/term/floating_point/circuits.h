// The circuits of the floating-point operators, one function per operator (see kinds.def). They follow the
// textbook algorithms (Handbook of Floating-Point Arithmetic, 2nd ed., chapters 7 and 8) with one path and
// one rounder, because a SAT solver profits from few gates and not from short paths (Brain, Schanda, Sun:
// "Building better bit-blasting for floating-point problems", TACAS 2019). Differences from the circuits of
// that paper: subnormal operands are normalised only where a result can depend on their leading zeros, and
// numbers are rounded in the encoding, without a second normalisation.
#pragma once

#include "term/floating_point/unpack.h"

namespace pendulum::term {

Term add_circuit(const Bits& bits, FloatFormat format, Term mode, Term a, Term b);
Term multiply_circuit(const Bits& bits, FloatFormat format, Term mode, Term a, Term b);
Term divide_circuit(const Bits& bits, FloatFormat format, Term mode, Term a, Term b);
/// a * b + c, rounded once.
Term fma_circuit(const Bits& bits, FloatFormat format, Term mode, Term a, Term b, Term c);
Term square_root_circuit(const Bits& bits, FloatFormat format, Term mode, Term a);
Term round_circuit(const Bits& bits, FloatFormat format, Term mode, Term a);

Term convert_circuit(const Bits& bits, FloatFormat format, FloatFormat result, Term mode, Term a);
Term from_signed_circuit(const Bits& bits, FloatFormat format, Term mode, Term integer);
Term from_unsigned_circuit(const Bits& bits, FloatFormat format, Term mode, Term integer);
Term to_signed_circuit(const Bits& bits, FloatFormat format, Term mode, Term a, std::uint32_t width);
Term to_unsigned_circuit(const Bits& bits, FloatFormat format, Term mode, Term a, std::uint32_t width);

Term equal_circuit(const Bits& bits, FloatFormat format, Term a, Term b);
Term less_circuit(const Bits& bits, FloatFormat format, Term a, Term b);
Term less_equal_circuit(const Bits& bits, FloatFormat format, Term a, Term b);

}  // namespace pendulum::term
