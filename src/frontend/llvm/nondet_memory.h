// __VERIFIER_nondet_memory(void *memory, size_t n) fills n bytes with arbitrary values.
//
// Where the memory is a whole object that is declared, the call becomes one of
//
//   __pendulum_nondet_object(ptr object, i64 size)
//
// for which instrument.h takes new contents at once, without a loop over the bytes. Other calls use the model
// of the function (models/verifier.c).
#pragma once

#include <string_view>

namespace llvm {
class Module;
}

namespace pendulum::frontend {

inline constexpr std::string_view nondet_object_function = "__pendulum_nondet_object";

/// To be called before the models are linked.
void find_nondet_objects(llvm::Module& module);

}  // namespace pendulum::frontend
