// Queries on whole modules, with which passes check in debug builds what they require and ensure.
#pragma once

#include <string>

namespace llvm {
class Module;
}

namespace pendulum::frontend {

/// The rules of LLVM IR that the module violates, in the words of LLVM's verifier; empty if the module is
/// valid.
std::string violated_rules(const llvm::Module& module);

/// Whether the module contains a function of this name with a body.
bool is_defined(const llvm::Module& module, const std::string& name);

/// Whether a model of a library function is linked to the module (models.h).
bool has_models(const llvm::Module& module);

}  // namespace pendulum::frontend
