// Functions and objects to which definitions refer.
#pragma once

#include <set>

namespace llvm {
class GlobalValue;
}  // namespace llvm

namespace pendulum::frontend {

/// The functions and objects that the body of a function, or the initial value of an object, refers to, also
/// within constants. Empty for a declaration.
std::set<const llvm::GlobalValue*> references_of(const llvm::GlobalValue& definition);

/// `root`, and everything to which it refers directly or through other definitions. An execution that starts
/// in `root` uses no other function or object.
std::set<const llvm::GlobalValue*> reachable_from(const llvm::GlobalValue& root);

}  // namespace pendulum::frontend
