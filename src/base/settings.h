// Engine options. Each component declares its options once; `--set KEY=VALUE` sets them, and
// `pendulum engines` lists them.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace pendulum::base {

/// Options affect only time and memory: no value of an option changes a verdict that the judge accepts.
struct OptionSpec {
  std::string key;  ///< "kinduction.max_k"
  std::string default_value;
  std::vector<std::string> choices;  ///< allowed values; empty for numbers and free text
  long minimum = 0;                  ///< smallest number
  long maximum = 0;                  ///< largest number; minimum == maximum: any number
  std::string help;
  bool is_text = false;  ///< free text; the component that declares the option checks the value
};

/// The declared options and their values.
class Settings {
 public:
  void declare(const OptionSpec& spec);
  /// Throws UsageError if `key` is not declared or `value` is not allowed.
  void set(const std::string& key, const std::string& value);
  /// Return the value of an option, as text or as a number. Require: `key` is declared.
  const std::string& word(const std::string& key) const;
  long number(const std::string& key) const;
  /// Requires: `key` is declared with the choices "on" and "off".
  bool is_on(const std::string& key) const { return word(key) == "on"; }
  const std::map<std::string, OptionSpec>& specs() const { return specs_; }

 private:
  std::map<std::string, OptionSpec> specs_;
  std::map<std::string, std::string> values_;
};

}  // namespace pendulum::base
