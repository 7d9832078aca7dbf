// What a user can ask of the front end for C.
#pragma once

#include <string>
#include <vector>

#include "program/source.h"
#include "property/property.h"

namespace pendulum::frontend {

enum class DataModel { Ilp32, Lp64 };
enum class Calls { Inline, Wait };
enum class SignedOverflow { NotFollowed, Wraps };  ///< --wrap

struct Options {
  std::vector<std::string> files;
  std::vector<std::string> include_directories;
  std::vector<std::string> defines;
  std::vector<std::string> compiler_flags;  ///< --cflag; compiler_flags.h lists those that are accepted
  DataModel data_model = DataModel::Ilp32;
  SignedOverflow signed_overflow = SignedOverflow::NotFollowed;
  std::string entry = "main";
  unsigned entry_array = 1;     ///< elements of the objects that pointer parameters of another entry point to
  Calls calls = Calls::Inline;  ///< Wait: functions are translated once (wait.cpp)
  /// For Wait: functions of at most so many instructions are inlined all the same.
  unsigned inline_threshold = 0;
  property::Properties properties{property::Property::Reach};  ///< about C
  /// Statements before which the program should have a location: a witness speaks of them.
  std::vector<program::SourceLocation> places = {};
};

}  // namespace pendulum::frontend
