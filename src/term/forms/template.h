// A term that is instantiated many times: a parameter, which is a symbol, is replaced by different arguments.
// The subterms that contain the parameter are determined once, so that the time of an instantiation does not
// depend on the rest of the term.
#pragma once

#include "term/term_manager.h"

namespace pendulum::term {

class Template {
 public:
  /// Requires: `parameter` is a symbol, and `body` contains no quantifiers.
  Template(Term body, Term parameter);
  /// Returns the body with `argument` for the parameter. Requires: both have one sort.
  Term operator()(TermManager& manager, Term argument) const;
  Term body() const { return body_; }

 private:
  Term body_;
  Term parameter_;
  TermVector dependent_;  ///< subterms that contain the parameter, children before parents
};

}  // namespace pendulum::term
