// Exception classes. They may be thrown anywhere; the driver catches them in one place.
#pragma once

#include <stdexcept>
#include <string>

namespace pendulum::base {

/// Invalid user input: exit code 2 (UsageError: 1).
class InputError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Invalid command line: exit code 1.
class UsageError : public InputError {
 public:
  using InputError::InputError;
};

/// Legal input that Pendulum does not support. The result is unknown(unsupported: <what> at <where>).
class Unsupported : public std::runtime_error {
 public:
  /// `where` is "file:line" or empty.
  Unsupported(const std::string& what, const std::string& where)
      : std::runtime_error(where.empty() ? what : what + " at " + where) {}
};

/// Fault in Pendulum itself: exit code 6.
class InternalError : public std::logic_error {
 public:
  using std::logic_error::logic_error;
};

/// The task was cancelled or has reached its deadline. Usually thrown by StopToken::throw_if_stopped.
class Stopped : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace pendulum::base
