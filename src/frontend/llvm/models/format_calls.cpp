#include "frontend/llvm/models/format_calls.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <map>

#include "frontend/llvm/ir/intrinsics.h"
#include "frontend/llvm/ir/ir_facts.h"
#include "frontend/llvm/models/format_parts.h"

namespace pendulum::frontend {

namespace {

/// Maximum width and precision that are modelled
constexpr unsigned max_width = 1000;

/// Parses the rest of a conversion specification after its percent sign, and removes it from `rest`. Unset if
/// the conversion is not modelled.
std::optional<Directive> take_conversion(std::string_view& rest) {
  Directive result;
  for (; !rest.empty() && (rest[0] == '-' || rest[0] == '0'); rest.remove_prefix(1))
    if (result.justification != Directive::Justification::Left)
      result.justification =
          rest[0] == '-' ? Directive::Justification::Left : Directive::Justification::WithZeros;
  result.width = take_number(rest, max_width).value_or(0);
  if (!rest.empty() && rest[0] == '.') {
    rest.remove_prefix(1);
    result.precision = take_number(rest, max_width).value_or(0);
  }
  result.length = take_length(rest);
  if (rest.empty() || result.width > max_width || result.precision.value_or(0) > max_width)
    return std::nullopt;
  result.conversion = rest[0] == 'i' ? 'd' : rest[0];
  rest.remove_prefix(1);
  const bool is_number = std::string_view("duxX").find(result.conversion) != std::string_view::npos;
  if (!is_number && (!result.length.empty() || result.justification == Directive::Justification::WithZeros))
    return std::nullopt;
  if (is_number && result.precision) return std::nullopt;
  if (is_number || result.conversion == 's') return result;
  if (result.conversion != 'c' || result.width > 1 || result.precision) return std::nullopt;
  return result;
}

/// Destination of the output: an object of sufficient size, an object with a size limit, or newly allocated
/// memory.
enum class Output { Buffer, SizedBuffer, NewMemory };

/// Index of the format argument.
unsigned position_of_format(Output output) {
  return output == Output::SizedBuffer ? 2 : 1;
}

/// Expands one call of sprintf, snprintf or asprintf.
class Expansion {
 public:
  Expansion(llvm::CallBase& call, const std::vector<Directive>& format, Output output)
      : call_(call),
        format_(format),
        output_(output),
        builder_(&call),
        size_(builder_.getIntPtrTy(call.getModule()->getDataLayout())) {}

  /// Do the types of the arguments match the format?
  static bool fits(const llvm::CallBase& call, const std::vector<Directive>& format, Output output) {
    unsigned argument = position_of_format(output) + 1;
    const unsigned word = call.getModule()->getDataLayout().getPointerSizeInBits();
    for (const Directive& part : format) {
      if (part.conversion == 0) continue;
      if (argument >= call.arg_size()) return false;
      const llvm::Type* type = call.getArgOperand(argument++)->getType();
      // Integers smaller than int are passed as int.
      const unsigned bits = std::max(32U, bits_of_length(part.length, word));
      if (part.conversion == 's' ? !type->isPointerTy() : !type->isIntegerTy(bits)) return false;
    }
    return true;
  }

  void run() {
    llvm::Value* unlimited = llvm::ConstantInt::getAllOnesValue(size_);
    switch (output_) {
      case Output::Buffer:
        write(call_.getArgOperand(0), unlimited);
        break;
      case Output::SizedBuffer:
        write(call_.getArgOperand(0), builder_.CreateZExtOrTrunc(call_.getArgOperand(1), size_));
        break;
      case Output::NewMemory: {
        // The first pass computes the length.
        write(llvm::ConstantPointerNull::get(builder_.getPtrTy()), size(0));
        llvm::Value* memory =
            call_part(builder_, "malloc", builder_.getPtrTy(), {builder_.CreateAdd(at_, size(1))});
        builder_.CreateStore(memory, call_.getArgOperand(0));
        write(memory, unlimited);
        break;
      }
    }
    if (!call_.getType()->isVoidTy())
      call_.replaceAllUsesWith(builder_.CreateZExtOrTrunc(at_, call_.getType()));
    call_.eraseFromParent();
  }

 private:
  void write(llvm::Value* to, llvm::Value* limit) {
    to_ = to;
    limit_ = limit;
    at_ = size(0);
    next_ = position_of_format(output_) + 1;
    for (const Directive& part : format_) put(part);
    put_part("__pendulum_put_end", builder_.getVoidTy(), {});
  }

  llvm::Value* size(std::uint64_t value) { return llvm::ConstantInt::get(size_, value); }

  llvm::Value* put_part(const char* name, llvm::Type* result, const std::vector<llvm::Value*>& more) {
    std::vector<llvm::Value*> arguments{to_, limit_, at_};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return call_part(builder_, name, result, arguments);
  }

  void put_part(const char* name, const std::vector<llvm::Value*>& more) {
    at_ = put_part(name, size_, more);
  }

  void put(const Directive& part) {
    llvm::Value* justification = builder_.getInt32(static_cast<unsigned>(part.justification));
    if (part.conversion == 0) {
      llvm::Value* text = builder_.CreateGlobalString(part.text, text_global);
      put_part("__pendulum_put_string", {text, size(part.text.size()), size(0), justification});
      return;
    }
    llvm::Value* value = call_.getArgOperand(next_++);
    if (part.conversion == 's') {
      llvm::Value* most = part.precision ? size(*part.precision) : llvm::ConstantInt::getAllOnesValue(size_);
      put_part("__pendulum_put_string", {value, most, size(part.width), justification});
    } else if (part.conversion == 'c') {
      put_part("__pendulum_put_char", {value});
    } else {
      put_number(part, value, justification);
    }
  }

  void put_number(const Directive& part, llvm::Value* value, llvm::Value* justification) {
    const bool is_signed = part.conversion == 'd';
    if (part.length.starts_with("h")) {
      llvm::Type* small = part.length == "h" ? builder_.getInt16Ty() : builder_.getInt8Ty();
      value = builder_.CreateIntCast(builder_.CreateTrunc(value, small), builder_.getInt32Ty(), is_signed);
    }
    if (part.conversion == 'x' || part.conversion == 'X') {
      llvm::Value* letter = builder_.getInt32(part.conversion == 'x' ? 'a' : 'A');
      put_part("__pendulum_put_hexadecimal",
               {builder_.CreateZExt(value, builder_.getInt64Ty()), letter, size(part.width), justification});
      return;
    }
    llvm::Value* is_negative = builder_.getInt1(false);
    if (is_signed) {
      is_negative = builder_.CreateICmpSLT(value, llvm::ConstantInt::get(value->getType(), 0));
      value = builder_.CreateSelect(is_negative, builder_.CreateNeg(value), value);
    }
    const bool is_long = value->getType()->isIntegerTy(64);
    put_part(
        is_long ? "__pendulum_put_long_decimal" : "__pendulum_put_decimal",
        {value, builder_.CreateZExt(is_negative, builder_.getInt32Ty()), size(part.width), justification});
  }

  llvm::CallBase& call_;
  const std::vector<Directive>& format_;
  Output output_;
  llvm::IRBuilder<> builder_;
  llvm::Type* size_;
  unsigned next_ = 0;  ///< index of the next argument to print
  llvm::Value* to_ = nullptr;
  llvm::Value* limit_ = nullptr;
  llvm::Value* at_ = nullptr;
};

/// Expands the call if possible. Returns whether it was expanded.
bool expand(llvm::CallBase& call, Output output) {
  const unsigned position = position_of_format(output);
  llvm::StringRef text;
  if (call.arg_size() <= position || !call.getArgOperand(0)->getType()->isPointerTy() ||
      !llvm::getConstantStringInfo(call.getArgOperand(position), text) ||
      (output == Output::SizedBuffer && !call.getArgOperand(1)->getType()->isIntegerTy()) ||
      !(call.getType()->isVoidTy() || call.getType()->isIntegerTy()))
    return false;
  const auto format = parse_format(std::string_view(text.data(), text.size()));
  if (!format || !Expansion::fits(call, *format, output)) return false;
  Expansion(call, *format, output).run();
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
  static const std::map<std::string, Output> outputs{
      {"sprintf", Output::Buffer}, {"snprintf", Output::SizedBuffer}, {"asprintf", Output::NewMemory}};
  const std::vector<llvm::CallBase*> calls =
      calls_without_body(module, [](llvm::StringRef name) { return outputs.contains(name.str()); });
  std::set<std::string> expanded;
  for (llvm::CallBase* call : calls) {
    const std::string name = direct_callee(*call)->getName().str();
    if (expand(*call, outputs.at(name))) expanded.insert(name);
  }
  return expanded;
}

}  // namespace pendulum::frontend
