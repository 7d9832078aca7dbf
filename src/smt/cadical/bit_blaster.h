// Translates terms over Booleans and bit-vectors to circuits. Each term is translated once. Operators on
// floating-point numbers are lowered to bit-vector terms first (term/floating_point/lowering.h).
#pragma once

#include "smt/cadical/words.h"
#include "term/term_manager.h"

namespace pendulum::smt {

class BitBlaster {
 public:
  BitBlaster(term::TermManager& terms, Circuit& circuit)
      : terms_(terms), circuit_(circuit), words_(circuit) {}

  /// Returns the literal of a Bool term. Throws InternalError if the term contains other sorts than Bool and
  /// bit-vectors.
  Literal blast(term::Term term);
  /// Returns the literals of a symbol; empty if no translated term contains it.
  const Word& bits_of(term::Term symbol) const;

 private:
  Word translate(term::Term term);
  /// Returns the terms that have to be translated before `term`: its children, or its lowering.
  std::span<const term::Term> operands(const term::Term& term);
  Word bitwise(term::Term term, Literal (Circuit::*gate)(Literal, Literal));
  Word negated(term::Term term) const;
  Word concatenated(term::Term high, term::Term low) const;
  Word extended(term::Term term, std::size_t width, Literal fill) const;
  Word constant(term::Term value) const;
  Word symbol(term::Term symbol);
  std::vector<Literal> literals(term::Term term) const;
  const Word& bits(term::Term term) const { return known_.at(term); }

  term::TermManager& terms_;
  Circuit& circuit_;
  Words words_;
  term::TermMap<Word> known_;          ///< translated terms; Bool terms are words of one bit
  term::TermMap<term::Term> lowered_;  ///< applications of floating-point operators
};

}  // namespace pendulum::smt
