// Properties, as data.
#pragma once

#include <set>
#include <string>
#include <string_view>

namespace pendulum::property {

enum class Property {
  Reach,          ///< "unreach-call": a C program does not reach its error
  ValidDeref,     ///< "valid-deref": it accesses only objects that are alive, inside of their bounds
  ValidFree,      ///< "valid-free": it frees only what it has allocated, once
  ValidMemtrack,  ///< "valid-memtrack": it loses no allocated object
  NoOverflow,     ///< "no-overflow": its signed arithmetic stays in range; no division by zero, no shift
                  ///< beyond the width
  Invariant,      ///< "invar-property": the :invar-property of a VMT file holds in all reachable states
  Satisfiable,    ///< "chc-sat": Horn clauses have a solution
};

/// What is asked for, all at once; not empty.
using Properties = std::set<Property>;

/// The name that stands in RESULT: false(<name>).
std::string_view name_of(Property property);
/// Of several: "valid-memsafety" for the three about memory, else their names with commas.
std::string name_of(const Properties& properties);

/// All are about C programs.
bool is_about_c(const Properties& properties);

/// A word of the command line ("reach", "overflow", "memsafety" or a name as above) or the path of an SV-COMP
/// .prp file, whose CHECK lines decide. Throws InputError (no such file, not a property) and Unsupported (a
/// property of SV-COMP that Pendulum does not check).
Properties parse_properties(const std::string& word_or_file);

/// The CHECK lines of a specification, of which `name` is the name in messages. Throws as parse_properties.
Properties parse_specification(const std::string& text, const std::string& name);

/// What an edge into the error location says of itself: "valid-free: free of a local object". Violations of
/// Reach, the usual property, have no name before them.
std::string violation_text(Property property, const std::string& what);
struct Violation {
  Property property = Property::Reach;
  std::string what;
};
Violation parse_violation(const std::string& text);

}  // namespace pendulum::property
