// Test helper: small random DAGs over one theory.
#pragma once

#include <random>

#include "interpolation/interpolation_fixture.h"

namespace pendulum::interpolation {

enum class Theory { Integers, Reals, BitVectors, Arrays };

class RandomDag {
 public:
  RandomDag(term::TermManager& terms, Theory theory, unsigned seed)
      : terms_(terms), theory_(theory), random_(seed) {
    for (const char* name : {"x", "y", "z"}) variables_.push_back(terms.mk_symbol(name, scalar_sort()));
    if (theory == Theory::Arrays)
      array_ = terms.mk_symbol("a", terms.array_sort(scalar_sort(), scalar_sort()));
  }

  OwnedDag make() {
    const auto size = static_cast<NodeId>(4 + below(5));
    DagMaker maker(terms_, size);
    first_edge(maker);
    for (NodeId node = 1; node + 1 < size; ++node) {
      edge(maker, node, node + 1);
      if (below(2) == 0)
        edge(maker, node, std::min<NodeId>(size - 1, node + 1 + static_cast<NodeId>(below(3))));
    }
    return maker.finish();
  }

 private:
  std::size_t below(std::size_t bound) { return random_() % bound; }

  term::Sort scalar_sort() {
    switch (theory_) {
      case Theory::Integers:
        return terms_.int_sort();
      case Theory::Reals:
        return terms_.real_sort();
      case Theory::BitVectors:
        return terms_.bitvec_sort(8);
      case Theory::Arrays:
        return terms_.bitvec_sort(4);
    }
    return {};
  }

  term::Term constant() {
    const auto value = static_cast<std::int64_t>(below(9)) - 3;
    if (theory_ == Theory::Integers) return terms_.mk_int(value);
    if (theory_ == Theory::Reals) return terms_.mk_real(mpq_class(static_cast<long>(value), 2));
    return terms_.mk_bv(value, scalar_sort().width());
  }

  term::Term plus(term::Term a, term::Term b) {
    return a.sort().is_bitvec() ? terms_.mk_bvadd(a, b) : terms_.mk_add(a, b);
  }

  term::Term scalar(const term::TermVector& symbols) {
    const term::Term symbol = symbols[below(symbols.size())];
    switch (below(theory_ == Theory::Arrays ? 5 : 4)) {
      case 0:
        return constant();
      case 1:
        return plus(symbol, constant());
      case 2:
        return plus(symbol, symbols[below(symbols.size())]);
      case 3:
        return symbol;
      default:
        return terms_.mk_select(array_, symbol);
    }
  }

  term::Term atom(const term::TermVector& symbols) {
    const term::Term a = symbols[below(symbols.size())], b = scalar(symbols);
    switch (below(4)) {
      case 0:
        return terms_.mk_eq(a, b);
      case 1:
        return a.sort().is_bitvec() ? terms_.mk_bvslt(a, b) : terms_.mk_lt(a, b);
      default:
        return a.sort().is_bitvec() ? terms_.mk_bvult(a, b) : terms_.mk_le(a, b);
    }
  }

  void first_edge(DagMaker& maker) {
    term::TermVector inputs;
    std::vector<program::Assignment> updates;
    for (const term::Term variable : variables_) {
      if (below(2) == 0) {
        updates.push_back({variable, constant()});
        continue;
      }
      inputs.push_back(terms_.mk_fresh("in", variable.sort()));
      updates.push_back({variable, inputs.back()});
    }
    if (array_) {
      inputs.push_back(terms_.mk_fresh("in", array_.sort()));
      updates.push_back({array_, inputs.back()});
    }
    maker.edge(0, 1, terms_.mk_true(), updates, inputs);
  }

  void edge(DagMaker& maker, NodeId source, NodeId target) {
    term::TermVector symbols = variables_, inputs;
    if (below(4) == 0) inputs.push_back(terms_.mk_fresh("in", scalar_sort()));
    symbols.insert(symbols.end(), inputs.begin(), inputs.end());
    term::TermVector guard;
    for (std::size_t i = below(theory_ == Theory::Arrays ? 6 : 4); i > 0; --i)
      guard.push_back(below(3) == 0 ? terms_.mk_or(atom(symbols), atom(symbols)) : atom(symbols));
    std::vector<program::Assignment> updates;
    for (const term::Term variable : variables_)
      if (below(3) == 0) updates.push_back({variable, scalar(symbols)});
    if (array_ && below(3) == 0)
      updates.push_back({array_, terms_.mk_store(array_, scalar(symbols), scalar(symbols))});
    std::erase_if(updates, [](const program::Assignment& update) { return update.variable == update.value; });
    maker.edge(source, target, terms_.mk_and(guard), updates, inputs);
  }

  term::TermManager& terms_;
  Theory theory_;
  std::mt19937 random_;
  term::TermVector variables_;
  term::Term array_;
};

}  // namespace pendulum::interpolation
