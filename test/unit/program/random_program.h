// Test helper: small random programs that brute force can enumerate.
#pragma once

#include <algorithm>
#include <random>

#include "program/program.h"

namespace pendulum::program::testing {

/// Random programs over few bits, with joins, loops, assumptions, nondeterminism and inputs.
class RandomProgram {
 public:
  RandomProgram(term::TermManager& terms, unsigned seed) : terms_(terms), random_(seed), builder_(terms) {}

  Program make() {
    const term::Sort bits = terms_.bitvec_sort(2);
    for (const char* name : {"a", "b", "c"}) {
      variables_.push_back(terms_.mk_symbol(name, bits));
      builder_.add_variable({variables_.back(), name, "main"});
    }
    const std::size_t size = 4 + random_() % 7;
    for (std::size_t i = 0; i < size; ++i) builder_.add_location("l");
    builder_.set_entry(0);
    error_ = static_cast<LocationId>(size - 1);
    builder_.set_error(error_);
    std::vector<Assignment> initial;
    for (term::Term variable : variables_) initial.push_back({variable, terms_.mk_bv(pick(4), 2)});
    builder_.add_edge({.source = 0, .target = 1, .guard = terms_.mk_true(), .updates = initial});
    for (LocationId id = 1; id + 1 < size; ++id) add_branches(id, static_cast<LocationId>(size));
    return builder_.build();
  }

 private:
  std::int64_t pick(std::int64_t bound) {
    return static_cast<std::int64_t>(random_() % static_cast<unsigned>(bound));
  }

  LocationId target(LocationId from, LocationId size) {
    // Mostly forward to near locations, so that paths join; sometimes backward.
    if (pick(6) == 0) return static_cast<LocationId>(1 + pick(size - 1));
    return std::min<LocationId>(size - 1, from + 1 + static_cast<LocationId>(pick(3)));
  }

  void add_branches(LocationId id, LocationId size) {
    const term::Term variable = variables_[static_cast<std::size_t>(pick(3))];
    const term::Term test = terms_.mk_eq(variable, terms_.mk_bv(pick(4), 2));
    switch (pick(5)) {
      case 0:
        add(id, target(id, size), terms_.mk_true());
        break;
      case 1:
        add(id, target(id, size), test);
        break;  // an assumption
      case 2:   // overlapping guards
        add(id, target(id, size), test);
        add(id, target(id, size), terms_.mk_bvule(variable, terms_.mk_bv(2, 2)));
        if (pick(2) == 0) add(id, target(id, size), terms_.mk_true());
        break;
      case 3:
        for (int i = 0; i < 4; ++i) add(id, target(id, size), terms_.mk_eq(variable, terms_.mk_bv(i, 2)));
        break;
      case 4:
        add(id, target(id, size), test);
        add(id, target(id, size), terms_.mk_not(test));
        break;
    }
  }

  void add(LocationId source, LocationId target, term::Term guard) {
    Edge edge{.source = source, .target = target, .guard = guard};
    const auto first = static_cast<std::size_t>(pick(3));
    if (pick(2) == 0) {
      const term::Term other = variables_[static_cast<std::size_t>(pick(3))];
      edge.updates.push_back({variables_[first], terms_.mk_bvadd(other, terms_.mk_bv(pick(4), 2))});
    }
    if (pick(6) == 0) {
      const term::Term input = terms_.mk_fresh("in", terms_.bool_sort());
      edge.inputs.push_back({input, {}});
      const term::Term assigned = variables_[(first + 1) % 3];
      edge.updates.push_back({assigned, terms_.mk_ite(input, terms_.mk_bv(pick(4), 2), assigned)});
    }
    edge.is_unsupported = target == error_ && pick(3) == 0;
    builder_.add_edge(std::move(edge));
  }

  term::TermManager& terms_;
  std::mt19937 random_;
  ProgramBuilder builder_;
  term::TermVector variables_;
  LocationId error_ = 0;
};

}  // namespace pendulum::program::testing
