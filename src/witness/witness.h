// A verification witness as plain data, after "Software Verification Witnesses 2.0" (Ayaziova, Beyer,
// Lingsch- Rosenfeld, Spiessl, Strejcek, SPIN 2024): what one tool tells another about why its verdict holds.
#pragma once

#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "program/source.h"

namespace pendulum::witness {

/// A C expression that holds whenever control is at the location.
struct Invariant {
  enum class Kind { Loop, Location };
  Kind kind = Kind::Loop;
  program::SourceLocation where;  ///< of the loop statement, or of the statement that follows
  std::string value;
};

struct InvariantSet {
  std::vector<Invariant> invariants;
};

/// A place that an execution passes, with what is true there.
struct Waypoint {
  enum class Type { Assumption, Target, FunctionEnter, FunctionReturn, Branching };
  Type type = Type::Assumption;
  program::SourceLocation where;
  std::string value;        ///< the constraint; empty for Target and FunctionEnter
  std::string callee = {};  ///< FunctionReturn: the function, where it is known; not part of format 2.0
};

/// Executions come to `follow` without having passed a waypoint of `avoid`.
struct Segment {
  std::vector<Waypoint> avoid;
  Waypoint follow;
};

struct ViolationSequence {
  std::vector<Segment> segments;  ///< the last one follows a Target
};

struct Metadata {
  std::string uuid;
  std::string creation_time;  ///< ISO 8601
  std::string producer_name;
  std::string producer_version;
  std::string description;  ///< what the producer wants to say; may be empty
  std::vector<std::pair<std::string, std::string>> input_files;  ///< name, SHA-256 in hexadecimal
  std::string specification;                                     ///< text of the property file
  std::string data_model;                                        ///< "ILP32", "LP64"
  std::string language = "C";
};

struct Witness {
  Metadata metadata;
  std::variant<InvariantSet, ViolationSequence> content;
};

}  // namespace pendulum::witness
