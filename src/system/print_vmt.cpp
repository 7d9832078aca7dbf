// Prints VMT-LIB: an SMT-LIB script in which attributes of define-funs state the roles of the formulas.
#include <ostream>

#include "base/check.h"
#include "system/transition_system.h"
#include "term/print.h"
#include "term/signature/symbol_syntax.h"

namespace pendulum::system {

namespace {

void print_role(std::ostream& out, const char* name, term::Term formula, const char* role) {
  out << "(define-fun " << name << " () Bool (! ";
  term::print(out, formula);
  out << ' ' << role << "))\n";
}

}  // namespace

void print_vmt(std::ostream& out, const TransitionSystem& system) {
  PENDULUM_DCHECK(is_well_formed(system), "the transition system should be well-formed");
  term::TermVector all{system.init, system.trans, system.property};
  for (const StateVariable& variable : system.state) {
    all.push_back(variable.current);
    all.push_back(variable.next);
  }
  for (term::Term input : system.inputs) all.push_back(input);
  term::print_declarations(out, all);
  std::size_t number = 0;
  for (const StateVariable& variable : system.state) {
    out << "(define-fun .sv" << number++ << " () " << variable.current.sort().to_string() << " (! "
        << term::quote_symbol(variable.current.name()) << " :next "
        << term::quote_symbol(variable.next.name()) << "))\n";
  }
  print_role(out, ".init", system.init, ":init true");
  print_role(out, ".trans", system.trans, ":trans true");
  print_role(out, ".property", system.property, ":invar-property 0");
  out << "(assert true)\n";
}

}  // namespace pendulum::system
