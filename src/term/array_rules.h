// Internal: simplifying constructors for arrays. The caller has checked the sorts of all arguments.
#pragma once

#include "term/term_manager.h"
#include "term/term_table.h"

namespace pendulum::term {

class ArrayRules {
 public:
  ArrayRules(TermManager& manager, TermTable& table) : manager_(manager), table_(table) {}

  Term select(Term array, Term index);
  Term store(Term array, Term index, Term element);

 private:
  TermManager& manager_;
  TermTable& table_;
};

}  // namespace pendulum::term
