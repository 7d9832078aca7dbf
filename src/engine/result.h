// The result of an engine. A safe result cannot be constructed without a certificate.
#pragma once

#include <string>
#include <variant>

#include "certificate/certificate.h"

namespace pendulum::engine {

/// The reason for an unknown result; `to_string` returns the word that is printed in RESULT: unknown(...).
enum class Reason { Timeout, Memory, Bound, Incomplete, Unsupported, Rejected, Interrupted, Crash };
std::string_view to_string(Reason reason);

class Result {
 public:
  struct Unknown {
    Reason reason;
    std::string detail;
  };

  static Result safe(certificate::Certificate certificate) { return Result(std::move(certificate)); }
  static Result unsafe(certificate::ErrorPath path) { return Result(std::move(path)); }
  static Result unknown(Reason reason, std::string detail = {}) {
    return Result(Unknown{reason, std::move(detail)});
  }

  /// Null unless the result is of that kind. Certificate and path are over Task::program.
  const certificate::Certificate* certificate() const {
    return std::get_if<certificate::Certificate>(&value_);
  }
  const certificate::ErrorPath* error_path() const { return std::get_if<certificate::ErrorPath>(&value_); }
  /// The result is a certificate or an error path.
  bool has_evidence() const { return !std::holds_alternative<Unknown>(value_); }
  const Unknown* reason() const { return std::get_if<Unknown>(&value_); }

 private:
  using Value = std::variant<certificate::Certificate, certificate::ErrorPath, Unknown>;
  explicit Result(Value value) : value_(std::move(value)) {}
  Value value_;
};

}  // namespace pendulum::engine
