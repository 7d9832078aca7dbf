#include "frontend/llvm/models/format_calls.h"

#include <llvm/IR/DataLayout.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <map>

#include "base/check.h"
#include "frontend/llvm/ir/intrinsics.h"
#include "frontend/llvm/ir/ir_facts.h"
#include "frontend/llvm/models/format_parts.h"

namespace pendulum::frontend {

namespace {

/// Maximum width and precision that are modelled. The model writes the padding one character at a time, so a
/// larger number would mean a long loop.
constexpr unsigned max_width = 1000;

bool take(std::string_view& rest, char wanted) {
  const bool is_there = rest.starts_with(wanted);
  if (is_there) rest.remove_prefix(1);
  return is_there;
}

void take_flags(std::string_view& rest, Directive& result) {
  using Alignment = Directive::Alignment;
  for (;; rest.remove_prefix(1)) {
    if (rest.starts_with('-'))
      result.alignment = Alignment::Left;
    else if (rest.starts_with('0'))
      result.alignment = result.alignment == Alignment::Left ? Alignment::Left : Alignment::RightWithZeros;
    else if (rest.starts_with('+'))
      result.sign = '+';
    else if (rest.starts_with(' '))
      result.sign = result.sign == '+' ? '+' : ' ';
    else if (rest.starts_with('#'))
      result.has_prefix = true;
    else
      return;
  }
}

/// Are the flags, the width and the precision of the conversion modelled?
bool is_modelled(const Directive& directive) {
  const bool has_zeros = directive.alignment == Directive::Alignment::RightWithZeros;
  const bool has_precision = directive.precision || directive.has_precision_argument;
  switch (directive.conversion) {
    case 'd':
      return !directive.has_prefix;
    case 'u':
    case 'o':
      return !directive.has_prefix && directive.sign == 0;
    case 'x':
    case 'X':
      return directive.sign == 0;
    case 's':
      return directive.length.empty() && !has_zeros && !directive.has_prefix && directive.sign == 0;
    case 'c':
      return directive.length.empty() && !has_zeros && !directive.has_prefix && directive.sign == 0 &&
             !has_precision;
  }
  return false;
}

/// Parses the rest of a conversion specification after its percent sign, and removes it from `rest`. Unset if
/// the conversion is not modelled.
std::optional<Directive> take_conversion(std::string_view& rest) {
  Directive result;
  take_flags(rest, result);
  result.has_width_argument = take(rest, '*');
  if (!result.has_width_argument) result.width = take_number(rest, max_width).value_or(0);
  if (take(rest, '.')) {
    result.has_precision_argument = take(rest, '*');
    if (!result.has_precision_argument) result.precision = take_number(rest, max_width).value_or(0);
  }
  result.length = take_length(rest);
  if (rest.empty() || result.width > max_width || result.precision.value_or(0) > max_width)
    return std::nullopt;
  result.conversion = rest[0] == 'i' ? 'd' : rest[0];
  rest.remove_prefix(1);
  if (!is_modelled(result)) return std::nullopt;
  // C17 7.21.6.1p6: the flag 0 is ignored if a number has a precision. A precision in an argument may be
  // negative, which means that there is none.
  if (result.precision && result.conversion != 's' &&
      result.alignment == Directive::Alignment::RightWithZeros)
    result.alignment = Directive::Alignment::Right;
  if (result.has_precision_argument && result.alignment == Directive::Alignment::RightWithZeros)
    return std::nullopt;
  return result;
}

/// Destination of the output: an object of sufficient size, an object with a size limit, newly allocated
/// memory, or a stream, of which the program sees only the length.
enum class Output { Object, LimitedObject, NewMemory, Stream };

/// How a function of the printf family is expanded.
struct Printer {
  Output output = Output::Object;
  unsigned format = 1;  ///< index of the format argument
};

/// Expands one call.
class Expansion {
 public:
  Expansion(llvm::CallBase& call, const std::vector<Directive>& format, Printer printer)
      : call_(call),
        format_(format),
        printer_(printer),
        builder_(&call),
        size_(builder_.getIntPtrTy(call.getModule()->getDataLayout())) {}

  /// Do the types of the arguments match the format?
  static bool fits(const llvm::CallBase& call, const std::vector<Directive>& format, Printer printer) {
    unsigned argument = printer.format + 1;
    const unsigned word = call.getModule()->getDataLayout().getPointerSizeInBits();
    for (const Directive& part : format) {
      if (part.conversion == 0) continue;
      if (argument + part.lead_arguments() >= call.arg_size()) return false;
      for (unsigned i = 0; i < part.lead_arguments(); ++i)
        if (!call.getArgOperand(argument++)->getType()->isIntegerTy(32)) return false;
      const llvm::Type* type = call.getArgOperand(argument++)->getType();
      // Integers smaller than int are passed as int.
      const unsigned bits = std::max(32U, bits_of_length(part.length, word));
      if (part.conversion == 's' ? !type->isPointerTy() : !type->isIntegerTy(bits)) return false;
    }
    return true;
  }

  void run() {
    llvm::Value* unlimited = llvm::ConstantInt::getAllOnesValue(size_);
    switch (printer_.output) {
      case Output::Object:
        write(call_.getArgOperand(0), unlimited);
        break;
      case Output::LimitedObject:
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
      case Output::Stream:
        // The call still prints.
        write(llvm::ConstantPointerNull::get(builder_.getPtrTy()), size(0));
        call_.replaceAllUsesWith(builder_.CreateZExtOrTrunc(at_, call_.getType()));
        return;
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
    next_ = printer_.format + 1;
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

  /// Field of a conversion: width, alignment, and the precision (the largest number if there is none).
  struct Field {
    llvm::Value* width;
    llvm::Value* alignment;
    llvm::Value* precision;
  };

  /// Reads the arguments for the width and the precision. A negative width means alignment to the left, a
  /// negative precision means none (C17 7.21.6.1p5).
  Field take_field(const Directive& part) {
    Field field{size(part.width), builder_.getInt32(static_cast<unsigned>(part.alignment)),
                part.precision ? size(*part.precision) : llvm::ConstantInt::getAllOnesValue(size_)};
    if (part.has_width_argument) {
      llvm::Value* width = next_argument();
      llvm::Value* is_negative = builder_.CreateICmpSLT(width, builder_.getInt32(0));
      width = builder_.CreateSelect(is_negative, builder_.CreateNeg(width), width);
      field.width = builder_.CreateZExt(width, size_);
      field.alignment = builder_.CreateSelect(
          is_negative, builder_.getInt32(static_cast<unsigned>(Directive::Alignment::Left)), field.alignment);
    }
    if (part.has_precision_argument) field.precision = builder_.CreateSExt(next_argument(), size_);
    return field;
  }

  llvm::Value* next_argument() {
    PENDULUM_CHECK(next_ < call_.arg_size(), "the call should have an argument for each conversion");
    return call_.getArgOperand(next_++);
  }

  void put(const Directive& part) {
    const Field field = take_field(part);
    if (part.conversion == 0) {
      llvm::Value* text = builder_.CreateGlobalString(part.text, text_global);
      put_part("__pendulum_put_string", {text, size(part.text.size()), size(0), field.alignment});
      return;
    }
    llvm::Value* value = next_argument();
    if (part.conversion == 's') {
      // A negative precision is a large number as size_t.
      put_part("__pendulum_put_string", {value, field.precision, field.width, field.alignment});
    } else if (part.conversion == 'c') {
      put_part("__pendulum_put_char", {value, field.width, field.alignment});
    } else {
      put_number(part, field, value);
    }
  }

  void put_number(const Directive& part, const Field& field, llvm::Value* value) {
    const bool is_signed = part.conversion == 'd';
    if (part.length.starts_with("h")) {
      llvm::Type* small = part.length == "h" ? builder_.getInt16Ty() : builder_.getInt8Ty();
      value = builder_.CreateIntCast(builder_.CreateTrunc(value, small), builder_.getInt32Ty(), is_signed);
    }
    // Without a precision, a number has at least one digit.
    llvm::Value* has_no_precision = builder_.CreateICmpSLT(field.precision, size(0));
    llvm::Value* digits = builder_.CreateSelect(has_no_precision, size(1), field.precision);
    if (part.conversion == 'o') {
      put_part("__pendulum_put_octal",
               {builder_.CreateZExt(value, builder_.getInt64Ty()), field.width, field.alignment, digits});
      return;
    }
    if (part.conversion == 'x' || part.conversion == 'X') {
      llvm::Value* letter = builder_.getInt32(part.conversion == 'x' ? 'a' : 'A');
      llvm::Value* prefix = builder_.getInt32(!part.has_prefix ? 0 : part.conversion == 'x' ? 'x' : 'X');
      put_part("__pendulum_put_hexadecimal", {builder_.CreateZExt(value, builder_.getInt64Ty()), letter,
                                              field.width, field.alignment, digits, prefix});
      return;
    }
    llvm::Value* sign = builder_.getInt32(static_cast<unsigned char>(part.sign));
    if (is_signed) {
      llvm::Value* is_negative = builder_.CreateICmpSLT(value, llvm::ConstantInt::get(value->getType(), 0));
      value = builder_.CreateSelect(is_negative, builder_.CreateNeg(value), value);
      sign = builder_.CreateSelect(is_negative, builder_.getInt32('-'), sign);
    }
    const bool is_long = value->getType()->isIntegerTy(64);
    put_part(is_long ? "__pendulum_put_long_decimal" : "__pendulum_put_decimal",
             {value, sign, field.width, field.alignment, digits});
  }

  llvm::CallBase& call_;
  const std::vector<Directive>& format_;
  Printer printer_;
  llvm::IRBuilder<> builder_;
  llvm::Type* size_;
  unsigned next_ = 0;  ///< index of the next argument to print
  llvm::Value* to_ = nullptr;
  llvm::Value* limit_ = nullptr;
  llvm::Value* at_ = nullptr;
};

/// Do the arguments before the format, and the result, have the expected types?
bool has_expected_types(const llvm::CallBase& call, Printer printer) {
  if (call.arg_size() <= printer.format) return false;
  switch (printer.output) {
    case Output::Stream:
      return call.getType()->isIntegerTy() && !call.use_empty();
    case Output::LimitedObject:
      if (!call.getArgOperand(1)->getType()->isIntegerTy()) return false;
      break;
    case Output::Object:
    case Output::NewMemory:
      break;
  }
  return call.getArgOperand(0)->getType()->isPointerTy() &&
         (call.getType()->isVoidTy() || call.getType()->isIntegerTy());
}

/// Expands the call if possible. Returns whether it was expanded.
bool expand(llvm::CallBase& call, Printer printer) {
  if (!has_expected_types(call, printer)) return false;
  const auto text = string_literal(*call.getArgOperand(printer.format));
  const auto format = text ? parse_format(*text) : std::nullopt;
  if (!format || !Expansion::fits(call, *format, printer)) return false;
  Expansion(call, *format, printer).run();
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
  static const std::map<std::string, Printer> printers{
      {"sprintf", {Output::Object, 1}},     {"snprintf", {Output::LimitedObject, 2}},
      {"asprintf", {Output::NewMemory, 1}}, {"printf", {Output::Stream, 0}},
      {"fprintf", {Output::Stream, 1}},     {"dprintf", {Output::Stream, 1}}};
  const std::vector<llvm::CallBase*> calls =
      calls_without_body(module, [](llvm::StringRef name) { return printers.contains(name.str()); });
  std::set<std::string> expanded;
  for (llvm::CallBase* call : calls) {
    const std::string name = direct_callee(*call)->getName().str();
    if (expand(*call, printers.at(name))) expanded.insert(name);
  }
  return expanded;
}

}  // namespace pendulum::frontend
