// The options of the command line that describe the program to verify, as plain data.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "frontend/frontend.h"
#include "program/source.h"

namespace pendulum::input {

/// The files of the program, and how the front end reads them.
struct SourceOptions {
  std::vector<std::string>
      files;  ///< C files, or one task definition; may be empty if compile_commands is set
  std::vector<std::string> include_directories;
  std::vector<std::string> defines;
  std::vector<std::string> compiler_flags;
  std::string compile_commands;  ///< the value of -p; empty: none
  /// From compile commands: the options of each file, and messages about options that are left out or affect
  /// the whole program.
  std::map<std::string, std::vector<std::string>> file_flags = {};
  std::map<std::string, std::string> file_warnings = {};
  std::vector<std::string> other_units = {};  ///< files that may define what `files` need
  std::optional<std::string> property;        ///< word or file; if unset: that of the task, or the default
  std::optional<std::string> data_model;  ///< "ILP32", "LP64"; if unset: that of the task, or data_model_of
  std::string entry = "main";
  unsigned entry_array = 1;  ///< elements of arrays to which pointer parameters of the entry point
  bool wrap = false;         ///< signed arithmetic wraps around
  frontend::Hardware hardware = {};
  frontend::Allocations allocations = frontend::Allocations::Succeed;
  frontend::Bounds bounds = frontend::Bounds::Objects;
  bool wait = false;  ///< functions are translated once (frontend/llvm/calls/shared_functions.h), not inlined
  unsigned inline_threshold = 0;  ///< with `wait`: inline functions with at most this number of instructions
  bool probes_assumptions = false;  ///< see frontend/llvm/instrument/probe_assumptions.h
  /// Source locations of a witness, for which the program should have locations.
  std::vector<program::SourceLocation> witness_locations = {};
  bool records_actions = false;  ///< record what the program does along the edges
};

}  // namespace pendulum::input
