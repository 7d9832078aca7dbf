// Writes two marks into preprocessed C text, on tokens and without moving a line, so that clang's places
// (errors and debug information) are those of the source:
//   ERROR:   a call of __pendulum_label_error() becomes the first thing that is done at the label. LLVM IR
//   does
//            not keep labels (blocks are merged), and `ERROR: goto ERROR;` looks like any endless loop.
//   inline   gets the attribute always_inline, with which clang -O0 keeps the body of an inline function
//   whose
//            definition is not external. Without it the function would be one without body, which returns
//            anything.
#pragma once

#include <string>
#include <string_view>

namespace pendulum::frontend {

inline constexpr std::string_view label_error_function = "__pendulum_label_error";

/// The text with its marks and, in front, a line that declares the function of the labels.
/// `file` is for the line marker that keeps the numbering and for messages.
/// Throws Unsupported when ERROR labels the body of an if or a loop and that body is itself an if, a loop
/// or a switch without braces around it.
std::string mark_source(std::string_view text, const std::string& file);

}  // namespace pendulum::frontend
