// `pendulum models`: lists the functions of the C library and how calls of them are treated.
#pragma once

#include <ostream>

namespace pendulum::main {

struct ModelsOptions;

/// Prints one line per function: its name, its class in words and a summary, and the number of functions of
/// each class at the end. Without --all, only functions with a model are listed; all are counted.
void print_models(std::ostream& out, const ModelsOptions& options);

}  // namespace pendulum::main
