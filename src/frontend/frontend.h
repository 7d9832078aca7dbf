// Public interface of the C front end: frontend::load maps frontend::Options to a CProgram.
#pragma once

#include "frontend/llvm/compile/command_flags.h"     // IWYU pragma: export
#include "frontend/llvm/compile/find_units.h"        // IWYU pragma: export
#include "frontend/llvm/compile/llvm_version.h"      // IWYU pragma: export
#include "frontend/llvm/compile/sha256.h"            // IWYU pragma: export
#include "frontend/llvm/ir/options.h"                // IWYU pragma: export
#include "frontend/llvm/load.h"                      // IWYU pragma: export
#include "frontend/llvm/models/library_functions.h"  // IWYU pragma: export
#include "frontend/llvm/models/models.h"             // IWYU pragma: export
