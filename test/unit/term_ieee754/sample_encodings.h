// Special and random encodings of a floating-point format, for comparisons of two implementations.
#pragma once

#include <gmpxx.h>

#include <random>
#include <vector>

#include "term/signature/float_format.h"

namespace pendulum::term {

class SampleEncodings {
 public:
  SampleEncodings(FloatFormat format, std::uint32_t seed) : format_(format), random_(seed) {
    const mpz_class one = mpz_class((1L << (format.exponent_bits - 1)) - 1) << format.fraction_bits();
    const mpz_class least_normal = mpz_class(1) << format.fraction_bits();
    const mpz_class quiet = mpz_class(1) << (format.fraction_bits() - 1);
    const mpz_class two = one + least_normal;
    const std::vector<mpz_class> magnitudes{0,  // zero, subnormal numbers
                                            1,
                                            2,
                                            least_normal - 1,
                                            least_normal,  // normal numbers
                                            least_normal + 1,
                                            one - least_normal,  // 0.5 and its neighbours
                                            one - least_normal - 1,
                                            one - least_normal + 1,
                                            one - 1,
                                            one,
                                            one + 1,
                                            one + quiet,  // 1.5
                                            two,
                                            two + quiet / 2,        // 2.5
                                            two + quiet,            // 3
                                            format.infinity() - 1,  // the largest number
                                            format.infinity() - least_normal,
                                            format.infinity(),
                                            format.infinity() + quiet,  // NaNs
                                            format.infinity() + 2 * quiet - 1,
                                            format.computed_nan()};
    for (const mpz_class& magnitude : magnitudes) {
      special_.push_back(magnitude);
      special_.push_back(magnitude + format.sign_bit());
    }
  }

  const std::vector<mpz_class>& special() const { return special_; }
  const mpz_class& any_special() { return special_[random_() % special_.size()]; }

  /// A number with random bits. In half of the cases the exponent is close to that of 1, and in half of the
  /// cases most bits of the fraction are 0 or 1.
  mpz_class random() {
    if (random_() % 16 == 0) return any_special();
    mpz_class fraction = bits(format_.fraction_bits());
    if (random_() % 2 == 0) {
      const auto shift = random_() % format_.fraction_bits();
      fraction = (fraction >> shift) << shift;
      if (random_() % 2 == 0) fraction ^= (mpz_class(1) << format_.fraction_bits()) - 1;
    }
    mpz_class exponent = bits(format_.exponent_bits);
    if (random_() % 2 == 0) {
      const long bias = (1L << (format_.exponent_bits - 1)) - 1;
      const long limit = std::min<long>(bias, format_.significand_bits);
      exponent = bias - limit + static_cast<long>(random_() % (2 * limit));
    }
    return (mpz_class(random_() % 2) << (format_.width() - 1)) + (exponent << format_.fraction_bits()) +
           fraction;
  }

  /// A number that often has a similar exponent as `a`, and sometimes the same magnitude.
  mpz_class random_near(const mpz_class& a) {
    switch (random_() % 4) {
      case 0:
        return random();
      case 1:
        return a ^ (mpz_class(random_() % 2) << (format_.width() - 1)) ^ mpz_class(random_() % 4);
      default:
        return a ^ bits(format_.fraction_bits() + 2) ^ (mpz_class(random_() % 2) << (format_.width() - 1));
    }
  }

 private:
  mpz_class bits(std::uint32_t width) {
    mpz_class result = 0;
    for (std::uint32_t i = 0; i < width; i += 32)
      result = (result << 32) + static_cast<unsigned long>(random_());
    return result & ((mpz_class(1) << width) - 1);
  }

  FloatFormat format_;
  std::mt19937 random_;
  std::vector<mpz_class> special_;
};

}  // namespace pendulum::term
