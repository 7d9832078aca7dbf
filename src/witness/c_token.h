// C text as tokens with their places; comments, strings and preprocessor lines are skipped over whole.
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
  unsigned column = 1;  ///< both from 1

  bool is(std::string_view word) const { return text == word; }
};

/// The tokens of `source`, which has to outlive them. Never fails: an odd character is a punctuator.
std::vector<Token> tokenize(std::string_view source);

}  // namespace pendulum::witness
