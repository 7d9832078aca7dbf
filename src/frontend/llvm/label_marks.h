// Makes the label ERROR visible to everything behind the C compiler: a call of __pendulum_label_error()
// becomes the first thing that is done at the label. LLVM IR does not keep labels (blocks are merged), and
// `ERROR: goto ERROR;` could not be told from any other endless loop.
//
// The scan is on tokens of preprocessed text. Lines stay where they are, so that clang's places (errors and
// debug information) are those of the source.
#pragma once

#include <string>
#include <string_view>

namespace pendulum::frontend {

inline constexpr std::string_view label_error_function = "__pendulum_label_error";

/// The text with a mark at each label ERROR and, in front, a line that declares the function.
/// `file` is for the line marker that keeps the numbering and for messages.
/// Throws Unsupported when ERROR labels the body of an if or a loop and that body is itself an if, a loop
/// or a switch without braces around it.
std::string mark_error_labels(std::string_view text, const std::string& file);

}  // namespace pendulum::frontend
