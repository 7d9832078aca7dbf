#include "frontend/llvm/format_calls.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <algorithm>

#include "frontend/llvm/ir_facts.h"

namespace pendulum::frontend {

namespace {

constexpr unsigned most_width = 1000;

std::optional<unsigned> take_number(std::string_view& rest) {
  unsigned number = 0;
  while (!rest.empty() && rest[0] >= '0' && rest[0] <= '9') {
    number = number * 10 + static_cast<unsigned>(rest[0] - '0');
    if (number > most_width) return std::nullopt;
    rest.remove_prefix(1);
  }
  return number;
}

/// Behind the percent sign.
std::optional<Directive> take_conversion(std::string_view& rest) {
  Directive result;
  for (; !rest.empty() && (rest[0] == '-' || rest[0] == '0'); rest.remove_prefix(1))
    if (result.place != Directive::Place::Left)
      result.place = rest[0] == '-' ? Directive::Place::Left : Directive::Place::WithZeros;
  const auto width = take_number(rest);
  if (!width) return std::nullopt;
  result.width = *width;
  if (!rest.empty() && rest[0] == '.') {
    rest.remove_prefix(1);
    result.precision = take_number(rest);
    if (!result.precision) return std::nullopt;
  }
  for (const std::string_view length : {"hh", "h", "ll", "l", "z"}) {
    if (!rest.starts_with(length)) continue;
    result.length = length;
    rest.remove_prefix(length.size());
    break;
  }
  if (rest.empty()) return std::nullopt;
  result.conversion = rest[0] == 'i' ? 'd' : rest[0];
  rest.remove_prefix(1);
  const bool is_number = std::string_view("duxX").find(result.conversion) != std::string_view::npos;
  if (!is_number && (!result.length.empty() || result.place == Directive::Place::WithZeros))
    return std::nullopt;
  if (is_number && result.precision) return std::nullopt;
  if (is_number || result.conversion == 's') return result;
  if (result.conversion != 'c' || result.width > 1 || result.precision) return std::nullopt;
  return result;
}

/// One call of sprintf or snprintf.
class Expansion {
 public:
  Expansion(llvm::CallBase& call, const std::vector<Directive>& format, bool has_limit)
      : call_(call),
        format_(format),
        builder_(&call),
        size_(builder_.getIntPtrTy(call.getModule()->getDataLayout())),
        first_(has_limit ? 3 : 2) {
    limit_ = has_limit ? builder_.CreateZExtOrTrunc(call.getArgOperand(1), size_)
                       : llvm::ConstantInt::getAllOnesValue(size_);
    at_ = llvm::ConstantInt::get(size_, 0);
  }

  /// The arguments are what the format says.
  static bool fits(const llvm::CallBase& call, const std::vector<Directive>& format, bool has_limit) {
    unsigned argument = has_limit ? 3 : 2;
    const unsigned word = call.getModule()->getDataLayout().getPointerSizeInBits();
    for (const Directive& part : format) {
      if (part.conversion == 0) continue;
      if (argument >= call.arg_size()) return false;
      const llvm::Type* type = call.getArgOperand(argument++)->getType();
      const bool is_long = part.length == "l" || part.length == "z";
      const unsigned bits = part.length == "ll" ? 64 : is_long ? word : 32;
      if (part.conversion == 's' ? !type->isPointerTy() : !type->isIntegerTy(bits)) return false;
    }
    return true;
  }

  void run() {
    for (const Directive& part : format_) put(part);
    call_part("__pendulum_put_end", builder_.getVoidTy(), {});
    if (!call_.getType()->isVoidTy())
      call_.replaceAllUsesWith(builder_.CreateZExtOrTrunc(at_, call_.getType()));
    call_.eraseFromParent();
  }

 private:
  llvm::Value* size(std::uint64_t value) { return llvm::ConstantInt::get(size_, value); }

  llvm::Value* call_part(const char* name, llvm::Type* result, const std::vector<llvm::Value*>& more) {
    std::vector<llvm::Value*> arguments{call_.getArgOperand(0), limit_, at_};
    arguments.insert(arguments.end(), more.begin(), more.end());
    std::vector<llvm::Type*> types;
    for (const llvm::Value* argument : arguments) types.push_back(argument->getType());
    const llvm::FunctionCallee part =
        call_.getModule()->getOrInsertFunction(name, llvm::FunctionType::get(result, types, false));
    return builder_.CreateCall(part, arguments);
  }

  void put_part(const char* name, const std::vector<llvm::Value*>& more) {
    at_ = call_part(name, size_, more);
  }

  void put(const Directive& part) {
    llvm::Value* place = builder_.getInt32(static_cast<unsigned>(part.place));
    if (part.conversion == 0) {
      llvm::Value* text = builder_.CreateGlobalString(part.text, "__pendulum_text");
      put_part("__pendulum_put_string", {text, size(part.text.size()), size(0), place});
      return;
    }
    llvm::Value* value = call_.getArgOperand(first_++);
    if (part.conversion == 's') {
      llvm::Value* most = part.precision ? size(*part.precision) : llvm::ConstantInt::getAllOnesValue(size_);
      put_part("__pendulum_put_string", {value, most, size(part.width), place});
    } else if (part.conversion == 'c') {
      put_part("__pendulum_put_char", {value});
    } else {
      put_number(part, value, place);
    }
  }

  void put_number(const Directive& part, llvm::Value* value, llvm::Value* place) {
    const bool is_signed = part.conversion == 'd';
    if (part.length.starts_with("h")) {
      llvm::Type* small = part.length == "h" ? builder_.getInt16Ty() : builder_.getInt8Ty();
      value = builder_.CreateIntCast(builder_.CreateTrunc(value, small), builder_.getInt32Ty(), is_signed);
    }
    if (part.conversion == 'x' || part.conversion == 'X') {
      llvm::Value* letter = builder_.getInt32(part.conversion == 'x' ? 'a' : 'A');
      put_part("__pendulum_put_hexadecimal",
               {builder_.CreateZExt(value, builder_.getInt64Ty()), letter, size(part.width), place});
      return;
    }
    llvm::Value* is_negative = builder_.getInt1(false);
    if (is_signed) {
      is_negative = builder_.CreateICmpSLT(value, llvm::ConstantInt::get(value->getType(), 0));
      value = builder_.CreateSelect(is_negative, builder_.CreateNeg(value), value);
    }
    const bool is_long = value->getType()->isIntegerTy(64);
    put_part(is_long ? "__pendulum_put_long_decimal" : "__pendulum_put_decimal",
             {value, builder_.CreateZExt(is_negative, builder_.getInt32Ty()), size(part.width), place});
  }

  llvm::CallBase& call_;
  const std::vector<Directive>& format_;
  llvm::IRBuilder<> builder_;
  llvm::Type* size_;
  unsigned first_;  ///< argument that is not printed yet
  llvm::Value* limit_ = nullptr;
  llvm::Value* at_ = nullptr;
};

/// Returns whether it was expanded.
bool expand(llvm::CallBase& call, bool has_limit) {
  const unsigned place = has_limit ? 2 : 1;
  llvm::StringRef text;
  if (call.arg_size() <= place || !call.getArgOperand(0)->getType()->isPointerTy() ||
      !llvm::getConstantStringInfo(call.getArgOperand(place), text) ||
      (has_limit && !call.getArgOperand(1)->getType()->isIntegerTy()) ||
      !(call.getType()->isVoidTy() || call.getType()->isIntegerTy()))
    return false;
  const auto format = parse_format(std::string_view(text.data(), text.size()));
  if (!format || !Expansion::fits(call, *format, has_limit)) return false;
  Expansion(call, *format, has_limit).run();
  return true;
}

}  // namespace

std::optional<std::vector<Directive>> parse_format(std::string_view rest) {
  std::vector<Directive> result;
  const auto add_text = [&](std::string_view text) {
    if (result.empty() || result.back().conversion != 0) result.emplace_back();
    result.back().text += text;
  };
  while (!rest.empty()) {
    if (rest[0] != '%' || rest.starts_with("%%")) {
      add_text(rest.substr(0, 1));
      rest.remove_prefix(rest[0] == '%' ? 2 : 1);
      continue;
    }
    rest.remove_prefix(1);
    const auto conversion = take_conversion(rest);
    if (!conversion) return std::nullopt;
    result.push_back(*conversion);
  }
  return result;
}

std::set<std::string> expand_formats(llvm::Module& module) {
  std::vector<llvm::CallBase*> calls;
  for (llvm::Function& function : module)
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
      const llvm::Function* callee = call == nullptr ? nullptr : direct_callee(*call);
      if (callee != nullptr && callee->isDeclaration() &&
          (callee->getName() == "sprintf" || callee->getName() == "snprintf"))
        calls.push_back(call);
    }
  std::set<std::string> expanded;
  for (llvm::CallBase* call : calls) {
    const std::string name = direct_callee(*call)->getName().str();
    if (expand(*call, name == "snprintf")) expanded.insert(name);
  }
  return expanded;
}

}  // namespace pendulum::frontend
