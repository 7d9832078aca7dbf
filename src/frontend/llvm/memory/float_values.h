// The bits of floating-point values of LLVM, and the formats of their numbers.
//
// The term of a value has the bits that the value has in memory. For all types but x86_fp80 they are the
// encoding of the number (term/signature/float_format.h); x86_fp80 has an explicit leading bit.
//
// Operations return the NaN of FloatFormat::computed_nan(). IEEE 754 and LLVM specify neither the sign nor
// the payload of a computed NaN, so before a program can inspect the bits of a value, `observable` replaces
// this NaN by an arbitrary one.
#pragma once

#include <optional>

#include "frontend/llvm/state/path.h"
#include "frontend/llvm/state/variables.h"
#include "term/signature/float_format.h"

namespace llvm {
class Type;
}

namespace pendulum::frontend {

/// The format of the numbers of a scalar floating-point type. Nothing: another type, or a type that is not
/// modelled (ppc_fp128).
std::optional<term::FloatFormat> float_format(const llvm::Type* type);

/// The number with the bits of a value, as an encoding of the type's format. Requires: float_format(type).
Term number_of_bits(term::TermManager& terms, const llvm::Type* type, Term bits);
/// The bits of a value with this number.
Term bits_of_number(term::TermManager& terms, const llvm::Type* type, Term number);

/// Whether the 80 bits are the encoding of a number of the x87: the leading bit is set unless the exponent is
/// 0. Values of type long double have such encodings (C17 6.2.6.1p5).
Term is_valid_x87(term::TermManager& terms, Term bits);

/// The bits of a value, in which a computed NaN is replaced by an arbitrary NaN: a havocked input of `path`.
/// In counterexamples it is the NaN that x86 processors return for invalid operations (Intel SDM, volume 1,
/// 4.8.3.7). Returns `bits` for other than floating-point types.
Term observable(Path& path, const Variables& variables, const llvm::Type* type, Term bits);

}  // namespace pendulum::frontend
