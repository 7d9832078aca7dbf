#include "frontend/llvm/scan_calls.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <limits>

#include "frontend/llvm/ir_facts.h"

namespace pendulum::frontend {

namespace {

constexpr unsigned most_width = 100000;
constexpr std::string_view numbers = "diuxo";

bool is_number(const ScanDirective& directive) {
  return directive.conversion != 0 && numbers.find(directive.conversion) != std::string_view::npos;
}

bool is_space(char c) {
  return c == ' ' || (c >= '\t' && c <= '\r');
}

/// Behind the opening bracket (C17 7.21.6.2p12). Ranges are the implementation's own: not modelled.
bool take_set(std::string_view& rest, ScanDirective& result) {
  result.is_negated = rest.starts_with('^');
  if (result.is_negated) rest.remove_prefix(1);
  const std::size_t end = rest.find(']', 1);
  if (end == std::string_view::npos) return false;
  result.set = rest.substr(0, end);
  rest.remove_prefix(end + 1);
  return result.set.find('-') == std::string::npos;
}

bool take_width(std::string_view& rest, ScanDirective& result) {
  for (; !rest.empty() && rest[0] >= '0' && rest[0] <= '9'; rest.remove_prefix(1)) {
    result.width = result.width.value_or(0) * 10 + static_cast<unsigned>(rest[0] - '0');
    if (*result.width > most_width) return false;
  }
  return result.width != 0U;
}

/// Behind the percent sign.
std::optional<ScanDirective> take_conversion(std::string_view& rest) {
  ScanDirective result;
  if (rest.starts_with('*')) {
    result.is_dropped = true;
    rest.remove_prefix(1);
  }
  if (!take_width(rest, result)) return std::nullopt;
  for (const std::string_view length : {"hh", "h", "ll", "l", "z"}) {
    if (!rest.starts_with(length)) continue;
    result.length = length;
    rest.remove_prefix(length.size());
    break;
  }
  if (rest.empty()) return std::nullopt;
  result.conversion = rest[0] == 'X' ? 'x' : rest[0];
  rest.remove_prefix(1);
  if (result.conversion == '[' && !take_set(rest, result)) return std::nullopt;
  if (is_number(result)) return result;
  const bool is_text = result.conversion == 's' || result.conversion == 'c' || result.conversion == '[';
  if (!is_text || !result.length.empty()) return std::nullopt;
  return result;
}

/// One call of scanf or fscanf.
class Expansion {
 public:
  Expansion(llvm::CallBase& call, const std::vector<ScanDirective>& format, unsigned first)
      : call_(call),
        format_(format),
        builder_(&call),
        size_(builder_.getIntPtrTy(call.getModule()->getDataLayout())),
        argument_(first),
        going_(builder_.getInt32(1)),
        count_(builder_.getInt32(0)) {}

  void run() {
    for (const ScanDirective& part : format_) {
      if (part.conversion == 0 || part.is_dropped) {
        read("__pendulum_scan_text", {});
        continue;
      }
      scan(part, call_.getArgOperand(argument_++));
      count_ = builder_.CreateAdd(count_, going_);
    }
    read("__pendulum_scan_end", {count_});
    if (!call_.getType()->isVoidTy()) call_.replaceAllUsesWith(going_);
    call_.eraseFromParent();
  }

 private:
  /// The result of the part is the next one's `going`.
  void read(const char* name, const std::vector<llvm::Value*>& more) {
    std::vector<llvm::Value*> arguments{going_};
    arguments.insert(arguments.end(), more.begin(), more.end());
    std::vector<llvm::Type*> types;
    for (const llvm::Value* argument : arguments) types.push_back(argument->getType());
    const llvm::FunctionCallee part = call_.getModule()->getOrInsertFunction(
        name, llvm::FunctionType::get(builder_.getInt32Ty(), types, false));
    going_ = builder_.CreateCall(part, arguments);
  }

  void scan(const ScanDirective& part, llvm::Value* to) {
    llvm::Value* width = part.width ? static_cast<llvm::Value*>(llvm::ConstantInt::get(size_, *part.width))
                                    : llvm::ConstantInt::getAllOnesValue(size_);
    if (part.conversion == 'c') {
      read("__pendulum_scan_chars", {to, llvm::ConstantInt::get(size_, part.width.value_or(1))});
    } else if (part.conversion == 's') {
      read("__pendulum_scan_string", {to, width});
    } else if (part.conversion == '[') {
      llvm::Value* set = builder_.CreateGlobalString(part.set, "__pendulum_text");
      read("__pendulum_scan_set", {to, width, set, builder_.getInt32(part.is_negated ? 1 : 0)});
    } else {
      scan_number(part, to);
    }
  }

  void scan_number(const ScanDirective& part, llvm::Value* to) {
    const unsigned bits = part.length == "hh"   ? 8
                          : part.length == "h"  ? 16
                          : part.length == ""   ? 32
                          : part.length == "ll" ? 64
                                                : static_cast<unsigned>(size_->getIntegerBitWidth());
    const ScanRange range = scan_range(part, bits);
    const std::string name = "__pendulum_scan_" + std::to_string(bits);
    read(name.c_str(), {to, builder_.getInt64(static_cast<std::uint64_t>(range.least)),
                        builder_.getInt64(static_cast<std::uint64_t>(range.most))});
  }

  llvm::CallBase& call_;
  const std::vector<ScanDirective>& format_;
  llvm::IRBuilder<> builder_;
  llvm::IntegerType* size_;
  unsigned argument_;  ///< the next place to write to
  llvm::Value* going_;
  llvm::Value* count_;
};

/// Returns whether it was expanded.
bool expand(llvm::CallBase& call, unsigned place) {
  llvm::StringRef text;
  if (call.arg_size() <= place || !llvm::getConstantStringInfo(call.getArgOperand(place), text) ||
      !(call.getType()->isVoidTy() || call.getType()->isIntegerTy(32)))
    return false;
  const auto format = parse_scan_format(std::string_view(text.data(), text.size()));
  if (!format) return false;
  const auto places =
      static_cast<std::size_t>(std::count_if(format->begin(), format->end(), [](const ScanDirective& part) {
        return part.conversion != 0 && !part.is_dropped;
      }));
  if (call.arg_size() < place + 1 + places) return false;
  for (std::size_t i = 0; i < places; ++i)
    if (!call.getArgOperand(place + 1 + static_cast<unsigned>(i))->getType()->isPointerTy()) return false;
  Expansion(call, *format, place + 1).run();
  return true;
}

/// As the C library's headers call them since C99.
std::string plain_name(llvm::StringRef name) {
  if (!name.consume_front("__isoc99_")) name.consume_front("__isoc23_");
  return name.str();
}

}  // namespace

std::optional<std::vector<ScanDirective>> parse_scan_format(std::string_view rest) {
  std::vector<ScanDirective> result;
  while (!rest.empty()) {
    const char first = rest[0];
    const bool is_text = first != '%' || rest.starts_with("%%");
    rest.remove_prefix(first == '%' && is_text ? 2 : 1);
    if (is_space(first)) continue;
    if (is_text) {
      result.emplace_back();
      continue;
    }
    const auto conversion = take_conversion(rest);
    if (!conversion) return std::nullopt;
    result.push_back(*conversion);
  }
  return result;
}

ScanRange scan_range(const ScanDirective& directive, unsigned bits) {
  constexpr ScanRange any{std::numeric_limits<std::int64_t>::min(), std::numeric_limits<std::int64_t>::max()};
  // Of 12 characters after `0x`, ten hexadecimal digits say more than twelve decimal ones.
  if (!directive.width || (directive.conversion == 'i' && *directive.width > 11)) return any;
  const std::int64_t base = directive.conversion == 'x' ? 16 : directive.conversion == 'o' ? 8 : 10;
  const std::int64_t limit = any.most >> (64U - bits);
  std::int64_t power = 1;
  for (unsigned i = 1; i < *directive.width; ++i) {
    if (power > limit / base) return any;
    power *= base;
  }
  // Soundness: numbers beyond the type's positive half are the negative ones: all are possible.
  if (power > limit / base) return any;
  return {-(power - 1), power * base - 1};
}

std::set<std::string> expand_scans(llvm::Module& module) {
  std::vector<llvm::CallBase*> calls;
  for (llvm::Function& function : module)
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
      const llvm::Function* callee = call == nullptr ? nullptr : direct_callee(*call);
      if (callee == nullptr || !callee->isDeclaration()) continue;
      const std::string name = plain_name(callee->getName());
      if (name == "scanf" || name == "fscanf") calls.push_back(call);
    }
  std::set<std::string> expanded;
  for (llvm::CallBase* call : calls) {
    const std::string name = plain_name(direct_callee(*call)->getName());
    if (expand(*call, name == "scanf" ? 0 : 1)) expanded.insert(name);
  }
  return expanded;
}

}  // namespace pendulum::frontend
