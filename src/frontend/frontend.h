// Public interface of the C front end: frontend::load maps frontend::Options to a CProgram.
#pragma once

#include "frontend/llvm/library_functions.h"  // IWYU pragma: export
#include "frontend/llvm/load.h"               // IWYU pragma: export
#include "frontend/llvm/models.h"             // IWYU pragma: export
#include "frontend/llvm/options.h"            // IWYU pragma: export
#include "frontend/llvm/sha256.h"             // IWYU pragma: export
