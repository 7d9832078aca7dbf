// Engine options: declared once per component, set by `--set KEY=VALUE`, listed by `pendulum engines`.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace pendulum::base {

/// Can another value of the option lead to another verdict (not only to another time)?
enum class Effect { Performance, Verdict };

struct OptionSpec {
  std::string key;                   ///< "kinduction.max_k"
  std::string default_value;
  std::vector<std::string> choices;  ///< allowed words; empty for numbers and free text
  long minimum = 0;                  ///< for numbers
  long maximum = 0;                  ///< for numbers; minimum == maximum == 0: any
  std::string help;
  Effect effect = Effect::Performance;
  bool is_text = false;              ///< any word; the component that declared it checks the value
};

/// The values of all declared options. Unknown keys and values out of range are UsageErrors.
class Settings {
 public:
  void declare(const OptionSpec& spec);
  /// Requires that `key` was declared.
  void set(const std::string& key, const std::string& value);
  const std::string& word(const std::string& key) const;
  long number(const std::string& key) const;
  /// For options with choices {on, off}.
  bool is_on(const std::string& key) const { return word(key) == "on"; }
  const std::map<std::string, OptionSpec>& specs() const { return specs_; }

 private:
  std::map<std::string, OptionSpec> specs_;
  std::map<std::string, std::string> values_;
};

}  // namespace pendulum::base
