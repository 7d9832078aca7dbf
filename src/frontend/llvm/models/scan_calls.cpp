#include "frontend/llvm/models/scan_calls.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <limits>

#include "base/check.h"
#include "frontend/llvm/ir/intrinsics.h"
#include "frontend/llvm/ir/ir_facts.h"
#include "frontend/llvm/models/format_parts.h"
#include "frontend/llvm/models/library_functions.h"

namespace pendulum::frontend {

namespace {

/// Maximum field width that is modelled. It is larger than the input that programs expect in one field.
constexpr unsigned max_width = 100000;
constexpr std::string_view numbers = "diuxo";       ///< conversions that read integers
constexpr std::string_view fractions = "fFeEgGaA";  ///< conversions that read floating-point numbers

bool is_number(const ScanDirective& directive) {
  return directive.conversion != 0 && numbers.find(directive.conversion) != std::string_view::npos;
}

bool is_fraction(const ScanDirective& directive) {
  return directive.conversion == 'f';
}

/// The type that a conversion of floating-point numbers stores, as it occurs in the names of parts.
std::string type_of_fraction(const ScanDirective& directive) {
  return directive.length == "L" ? "long_double" : directive.length == "l" ? "double" : "float";
}

bool is_space(char c) {
  return c == ' ' || (c >= '\t' && c <= '\r');
}

/// Appends the characters after the last one of `set` up to `last`. The meaning of a range is
/// implementation-defined (C17 7.21.6.2p12); libraries agree on ascending ranges. Returns false for others.
bool add_range(std::string& set, char last) {
  PENDULUM_CHECK(!set.empty(), "a range should have a first character");
  const auto first = static_cast<unsigned char>(set.back());
  const auto end = static_cast<unsigned char>(last);
  for (unsigned c = first + 1U; c <= end; ++c) set += static_cast<char>(c);
  return first <= end;
}

/// Parses a set after the opening bracket.
bool take_set(std::string_view& rest, ScanDirective& result) {
  result.is_negated = rest.starts_with('^');
  if (result.is_negated) rest.remove_prefix(1);
  const std::size_t end = rest.find(']', 1);
  if (end == std::string_view::npos) return false;
  const std::string_view inside = rest.substr(0, end);
  rest.remove_prefix(end + 1);
  for (std::size_t i = 0; i < inside.size(); ++i) {
    const bool is_range = inside[i] == '-' && i > 0 && i + 1 < inside.size();
    if (!is_range)
      result.set += inside[i];
    else if (!add_range(result.set, inside[++i]))
      return false;
  }
  return true;
}

/// Parses a conversion after the percent sign.
std::optional<ScanDirective> take_conversion(std::string_view& rest) {
  ScanDirective result;
  if (rest.starts_with('*')) {
    result.is_dropped = true;
    rest.remove_prefix(1);
  }
  result.width = take_number(rest, max_width);
  result.length = take_length(rest);
  if (result.length.empty() && rest.starts_with('L')) {
    result.length = "L";
    rest.remove_prefix(1);
  }
  if (rest.empty() || result.width == 0U || result.width.value_or(0) > max_width) return std::nullopt;
  result.conversion = rest[0] == 'X' ? 'x' : rest[0];
  rest.remove_prefix(1);
  if (result.conversion == '[' && !take_set(rest, result)) return std::nullopt;
  result.skips_space = result.conversion != '[' && result.conversion != 'c';
  if (fractions.find(result.conversion) != std::string_view::npos) {
    result.conversion = 'f';
    const bool is_modelled =
        !result.width && (result.length.empty() || result.length == "l" || result.length == "L");
    return is_modelled ? std::optional(result) : std::nullopt;
  }
  if (result.length == "L") return std::nullopt;
  if (is_number(result)) return result;
  if (result.conversion == 'n') {
    const bool is_plain = result.length.empty() && !result.width && !result.is_dropped;
    result.skips_space = false;
    return is_plain ? std::optional(result) : std::nullopt;
  }
  const bool is_text = result.conversion == 's' || result.conversion == 'c' || result.conversion == '[';
  if (!is_text || !result.length.empty()) return std::nullopt;
  return result;
}

/// The expansion of one call into a sequence of calls of parts. Each part gets the result of the part before.
class Expansion {
 public:
  Expansion(llvm::CallBase& call, unsigned first)
      : call_(call),
        builder_(&call),
        size_(builder_.getIntPtrTy(call.getModule()->getDataLayout())),
        argument_(first),
        count_(builder_.getInt32(0)) {}

 protected:
  llvm::Value* size(std::uint64_t value) { return llvm::ConstantInt::get(size_, value); }
  llvm::Value* flag(bool value) { return builder_.getInt32(value ? 1 : 0); }
  llvm::Value* width_of(const ScanDirective& part) {
    return part.width ? size(*part.width) : llvm::ConstantInt::getAllOnesValue(size_);
  }
  llvm::Value* text(const std::string& characters) {
    return builder_.CreateGlobalString(characters, text_global);
  }
  llvm::Value* next_pointer() {
    PENDULUM_CHECK(argument_ < call_.arg_size(), "the call should have an argument for each conversion");
    return call_.getArgOperand(argument_++);
  }
  unsigned bits_of(const ScanDirective& part) const {
    return bits_of_length(part.length, static_cast<unsigned>(size_->getIntegerBitWidth()));
  }
  void count(llvm::Value* by) { count_ = builder_.CreateAdd(count_, by); }
  void finish(llvm::Value* result) {
    PENDULUM_CHECK(call_.getType()->isVoidTy() || call_.getType() == result->getType(),
                   "the number of results should have the type of the call");
    if (!call_.getType()->isVoidTy()) call_.replaceAllUsesWith(result);
    call_.eraseFromParent();
  }

  llvm::CallBase& call_;
  llvm::IRBuilder<> builder_;
  llvm::IntegerType* size_;
  unsigned argument_;   ///< number of the next argument, a pointer to which the input is written
  llvm::Value* count_;  ///< number of results that were stored so far
};

/// The expansion of a call of scanf or fscanf.
class InputExpansion : Expansion {
 public:
  InputExpansion(llvm::CallBase& call, unsigned first)
      : Expansion(call, first), going_(builder_.getInt32(1)) {}

  void run(const std::vector<ScanDirective>& format) {
    for (const ScanDirective& part : format) {
      if (part.conversion == 0 || part.is_dropped) {
        read("__pendulum_scan_text", {});
        continue;
      }
      scan(part, next_pointer());
      count(going_);
    }
    read("__pendulum_scan_end", {count_});
    finish(going_);
  }

 private:
  /// Calls a part. Its result is the argument `going` of the next part.
  void read(const std::string& name, const std::vector<llvm::Value*>& more) {
    std::vector<llvm::Value*> arguments{going_};
    arguments.insert(arguments.end(), more.begin(), more.end());
    going_ = call_part(builder_, name, builder_.getInt32Ty(), arguments);
  }

  void scan(const ScanDirective& part, llvm::Value* to) {
    if (part.conversion == 'c') {
      read("__pendulum_scan_chars", {to, size(part.width.value_or(1))});
    } else if (part.conversion == 's') {
      read("__pendulum_scan_string", {to, width_of(part)});
    } else if (part.conversion == '[') {
      read("__pendulum_scan_set", {to, width_of(part), text(part.set), flag(part.is_negated)});
    } else if (is_fraction(part)) {
      read("__pendulum_scan_" + type_of_fraction(part), {to});
    } else {
      const unsigned bits = bits_of(part);
      const ScanRange range = scan_range(part, bits);
      read("__pendulum_scan_" + std::to_string(bits),
           {to, builder_.getInt64(static_cast<std::uint64_t>(range.least)),
            builder_.getInt64(static_cast<std::uint64_t>(range.most))});
    }
  }

  llvm::Value* going_;  ///< 1 as long as all parts have succeeded
};

/// The expansion of a call of sscanf, whose first argument is the string and whose second one is the format.
class StringExpansion : Expansion {
 public:
  explicit StringExpansion(llvm::CallBase& call)
      : Expansion(call, 2), at_(size(0)), completed_(builder_.getInt32(0)) {}

  void run(const std::vector<ScanDirective>& format, StringEnd end) {
    if (end == StringEnd::Read)
      at_ = call_part(builder_, "__pendulum_sscan_start", size_, {call_.getArgOperand(0)});
    for (const ScanDirective& part : format) {
      scan(part);
      if (part.conversion == 0 || part.conversion == 'n') continue;
      // The two greatest numbers denote failures, all others are positions.
      llvm::Value* is_position = builder_.CreateICmpULT(at_, llvm::ConstantInt::getSigned(size_, -2));
      llvm::Value* is_read = builder_.CreateZExt(is_position, builder_.getInt32Ty());
      completed_ = builder_.CreateAdd(completed_, is_read);
      if (!part.is_dropped) count(is_read);
    }
    finish(call_part(builder_, "__pendulum_sscan_end", builder_.getInt32Ty(), {at_, count_, completed_}));
  }

 private:
  /// Calls a part. Its result is the position for the next part.
  void read(const std::string& name, const std::vector<llvm::Value*>& more) {
    std::vector<llvm::Value*> arguments{call_.getArgOperand(0), at_};
    arguments.insert(arguments.end(), more.begin(), more.end());
    at_ = call_part(builder_, name, size_, arguments);
  }

  void scan(const ScanDirective& part) {
    llvm::Value* skips = flag(part.skips_space);
    if (part.conversion == 0) {
      read("__pendulum_sscan_text", {skips, text(part.text)});
      return;
    }
    llvm::Value* dropped = flag(part.is_dropped);
    llvm::Value* to = part.is_dropped ? llvm::ConstantPointerNull::get(builder_.getPtrTy()) : next_pointer();
    if (part.conversion == 'c') {
      read("__pendulum_sscan_chars", {skips, dropped, to, size(part.width.value_or(1))});
    } else if (part.conversion == 's') {
      read("__pendulum_sscan_string", {dropped, to, width_of(part)});
    } else if (part.conversion == 'n') {
      read("__pendulum_sscan_count", {skips, to});
    } else if (part.conversion == '[') {
      read("__pendulum_sscan_set",
           {skips, dropped, to, width_of(part), text(part.set), flag(part.is_negated)});
    } else if (is_fraction(part)) {
      read("__pendulum_sscan_" + type_of_fraction(part), {dropped, to});
    } else {
      scan_number(part, dropped, to);
    }
  }

  void scan_number(const ScanDirective& part, llvm::Value* dropped, llvm::Value* to) {
    const unsigned bits = bits_of(part);
    const bool is_signed = part.conversion == 'd' || part.conversion == 'i';
    const std::uint64_t largest = ~std::uint64_t{0} >> (64U - bits);
    const auto number = [&](std::uint64_t value) { return builder_.getIntN(std::max(32U, bits), value); };
    read("__pendulum_sscan_" + std::to_string(bits),
         {dropped, to, width_of(part), builder_.getInt32(base_of(part)),
          number(is_signed ? largest / 2 : largest), number(is_signed ? largest / 2 + 1 : largest)});
  }

  static unsigned base_of(const ScanDirective& part) {
    return part.conversion == 'i' ? 0 : part.conversion == 'x' ? 16 : part.conversion == 'o' ? 8 : 10;
  }

  llvm::Value* at_;         ///< position in the string, or a failure
  llvm::Value* completed_;  ///< number of successful conversions, including those that are not stored
};

/// The index of the argument that is the format.
unsigned format_index(std::string_view name) {
  return name == "scanf" ? 0 : 1;
}

/// Replaces the call if all of its directives and arguments are modelled. Returns whether it was replaced.
bool expand(llvm::CallBase& call, std::string_view name, StringEnd end) {
  const unsigned place = format_index(name);
  llvm::StringRef characters;
  if (call.arg_size() <= place || !llvm::getConstantStringInfo(call.getArgOperand(place), characters) ||
      !(call.getType()->isVoidTy() || call.getType()->isIntegerTy(32)))
    return false;
  const auto format = parse_scan_format(std::string_view(characters.data(), characters.size()));
  if (!format) return false;
  const bool has_count = std::any_of(format->begin(), format->end(),
                                     [](const ScanDirective& part) { return part.conversion == 'n'; });
  if (has_count && name != "sscanf") return false;  // the length of the input is not modelled
  const auto places =
      static_cast<std::size_t>(std::count_if(format->begin(), format->end(), [](const ScanDirective& part) {
        return part.conversion != 0 && !part.is_dropped;
      }));
  if (call.arg_size() < place + 1 + places) return false;
  for (std::size_t i = 0; i < places; ++i)
    if (!call.getArgOperand(place + 1 + static_cast<unsigned>(i))->getType()->isPointerTy()) return false;
  if (name != "sscanf") {
    InputExpansion(call, place + 1).run(*format);
    return true;
  }
  if (!call.getArgOperand(0)->getType()->isPointerTy()) return false;
  StringExpansion(call).run(*format, end);
  return true;
}

}  // namespace

std::optional<std::vector<ScanDirective>> parse_scan_format(std::string_view rest) {
  std::vector<ScanDirective> result;
  bool is_after_space = false;
  while (!rest.empty()) {
    const char first = rest[0];
    const bool is_percent = rest.starts_with("%%");
    rest.remove_prefix(is_percent ? 2 : 1);
    if (is_space(first)) {
      is_after_space = true;
      continue;
    }
    if (first == '%' && !is_percent) {
      const auto conversion = take_conversion(rest);
      if (!conversion) return std::nullopt;
      result.push_back(*conversion);
      result.back().skips_space |= is_after_space;
    } else {
      // %% is a conversion, hence it skips white space as well.
      const bool skips = is_after_space || is_percent;
      if (skips || result.empty() || result.back().conversion != 0) result.emplace_back().skips_space = skips;
      result.back().text += first;
    }
    is_after_space = false;
  }
  return result;
}

ScanRange scan_range(const ScanDirective& directive, unsigned bits) {
  PENDULUM_CHECK(bits >= 8 && bits <= 64, "an integer should not have {} bits", bits);
  PENDULUM_CHECK(directive.width.value_or(1) > 0, "a field should have at least one character");
  constexpr ScanRange any{std::numeric_limits<std::int64_t>::min(), std::numeric_limits<std::int64_t>::max()};
  // %i also reads hexadecimal numbers: with 12 characters, the ten digits after `0x` can represent larger
  // numbers than 12 decimal digits.
  constexpr unsigned max_decimal_width = 11;
  if (!directive.width || (directive.conversion == 'i' && *directive.width > max_decimal_width)) return any;
  const std::int64_t base = directive.conversion == 'x' ? 16 : directive.conversion == 'o' ? 8 : 10;
  const std::int64_t limit = any.most >> (64U - bits);
  std::int64_t power = 1;
  for (unsigned i = 1; i < *directive.width; ++i) {
    if (power > limit / base) return any;
    power *= base;
  }
  // Soundness: numbers beyond the positive half of the type become negative ones, so every number is
  // possible.
  if (power > limit / base) return any;
  return {-(power - 1), power * base - 1};
}

std::set<std::string> expand_scans(llvm::Module& module, StringEnd end) {
  const std::vector<llvm::CallBase*> calls = calls_without_body(module, [](llvm::StringRef called) {
    const std::string_view name = plain_name(std::string_view(called.data(), called.size()));
    return name == "scanf" || name == "fscanf" || name == "sscanf";
  });
  std::set<std::string> expanded;
  for (llvm::CallBase* call : calls) {
    const std::string called = direct_callee(*call)->getName().str();
    const std::string_view name = plain_name(called);
    if (expand(*call, name, end)) expanded.emplace(name);
  }
  return expanded;
}

}  // namespace pendulum::frontend
