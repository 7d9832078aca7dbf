// Divides C text into tokens with their source locations. Comments and preprocessor lines are skipped; a
// string or character constant is one token.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace pendulum::witness {

struct Token {
  enum class Kind { Word, Number, Character, Text, Punctuator };
  Kind kind = Kind::Punctuator;
  std::string_view text;  ///< points into the source
  unsigned line = 1;
  unsigned column = 1;  ///< lines and columns start from 1

  bool is(std::string_view word) const { return text == word; }
};

/// The tokens of `source`. Never fails: an unexpected character becomes a punctuator. Requires: `source`
/// outlives the tokens.
std::vector<Token> tokenize(std::string_view source);

}  // namespace pendulum::witness
