// Properties that Pendulum checks, as data.
#pragma once

#include <set>
#include <string>
#include <string_view>

namespace pendulum::property {

enum class Property {
  Reach,          ///< "unreach-call": a C program does not call the error function or reach the error label
  ValidDeref,     ///< "valid-deref": it accesses only live objects, within their bounds
  ValidFree,      ///< "valid-free": it frees only allocated objects, and each at most once
  ValidMemtrack,  ///< "valid-memtrack": it does not lose the last pointer to an allocated object
  NoOverflow,     ///< "no-overflow": no signed overflow, no division by zero, no undefined shift
  Invariant,      ///< "invar-property": the :invar-property of a VMT file holds in all reachable states
  Satisfiable,    ///< "chc-sat": a set of Horn clauses has a solution
};

/// The properties to check in one run; not empty.
using Properties = std::set<Property>;

/// Returns the name of the property as it is printed in `RESULT: false(<name>)`.
std::string_view name_of(Property property);
/// Returns "valid-memsafety" for the set of the three memory properties, and otherwise the names of all
/// properties, separated by commas.
std::string name_of(const Properties& properties);

/// Returns true if all properties are properties of C programs.
bool is_about_c(const Properties& properties);

/// Parses the command-line argument of --property: a list, separated by commas, of keywords ("reach",
/// "overflow", "memsafety", "all" or a name as above) and paths of SV-COMP .prp files with CHECK lines.
/// Throws InputError if a file does not exist or contains something else, and Unsupported for SV-COMP
/// properties that Pendulum does not check.
Properties parse_properties(const std::string& list);
/// Returns true if the list contains "all": all properties of C programs, with a result for each check.
bool contains_all(const std::string& list);

/// Parses the CHECK lines of a specification. `name` identifies the specification in error messages. Throws
/// the same exceptions as parse_properties.
Properties parse_specification(const std::string& text, const std::string& name);

/// Returns the violation text of an edge into the error location, for example "valid-free: free of a local
/// object". The text for Reach, the default property, has no name in front. parse_violation() is the inverse
/// function.
std::string violation_text(Property property, const std::string& what);
struct Violation {
  Property property = Property::Reach;
  std::string what;
};
Violation parse_violation(const std::string& text);

}  // namespace pendulum::property
