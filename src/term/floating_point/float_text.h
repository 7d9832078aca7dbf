// Floating-point numbers in the notation of C.
#pragma once

#include <gmpxx.h>

#include <cstdint>
#include <string>

namespace pendulum::term {

/// The number whose value in memory has these bits: "0.1", "-2.0", "inf", "-inf", "nan". Numbers of 32 and 64
/// bits have the shortest decimal text that is converted back to the same number, numbers of 16, 80 (x87) and
/// 128 bits have a hexadecimal text: "0x1.8p+3". Requires: `width` is one of these.
std::string float_text(const mpz_class& bits, std::uint32_t width);

/// Whether a floating-point type of C has this number of bits.
bool is_float_width(std::uint32_t width);

}  // namespace pendulum::term
