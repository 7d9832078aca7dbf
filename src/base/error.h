// The kinds of things that can go wrong. Thrown anywhere, caught once, in the driver.
#pragma once

#include <stdexcept>
#include <string>

namespace pendulum::base {

/// The user's input is not what it should be: exit code 2 (or 1 for the command line itself).
class InputError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The command line is not what it should be: exit code 1.
class UsageError : public InputError {
 public:
  using InputError::InputError;
};

/// Legal input that Pendulum does not model: becomes unknown(unsupported: <what> at <where>).
class Unsupported : public std::runtime_error {
 public:
  /// `where` is "file:line" or empty.
  Unsupported(const std::string& what, const std::string& where)
      : std::runtime_error(where.empty() ? what : what + " at " + where) {}
};

/// A fault of ours: exit code 6.
class InternalError : public std::logic_error {
 public:
  using std::logic_error::logic_error;
};

/// The task was cancelled or its time is up; thrown by StopToken::throw_if_stopped.
class Stopped : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace pendulum::base
