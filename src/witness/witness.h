// A verification witness as plain data, following "Software Verification Witnesses 2.0" (Ayaziova, Beyer,
// Lingsch-Rosenfeld, Spiessl, Strejcek, SPIN 2024). With a witness, a tool explains its verdict to other
// tools.
#pragma once

#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "program/source.h"

namespace pendulum::witness {

/// A C expression that holds whenever an execution is at the source location.
struct Invariant {
  enum class Kind { Loop, Location };
  Kind kind = Kind::Loop;
  program::SourceLocation where;  ///< Loop: of the loop statement; Location: of the following statement
  std::string value;
};

struct InvariantSet {
  std::vector<Invariant> invariants;
};

/// A source location that an execution passes, with a condition that holds there.
struct Waypoint {
  enum class Type { Assumption, Target, FunctionEnter, FunctionReturn, Branching };
  Type type = Type::Assumption;
  program::SourceLocation where;
  std::string value;        ///< the constraint; empty for Target and FunctionEnter
  std::string callee = {};  ///< FunctionReturn: the function, if known; not part of format 2.0
};

/// An execution reaches `follow` without passing a waypoint of `avoid` before.
struct Segment {
  std::vector<Waypoint> avoid;
  Waypoint follow;
};

struct ViolationSequence {
  std::vector<Segment> segments;  ///< the last segment's `follow` is a Target
};

struct Metadata {
  std::string uuid;
  std::string creation_time;  ///< ISO 8601
  std::string producer_name;
  std::string producer_version;
  std::string description;                                       ///< free text of the producer; may be empty
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
