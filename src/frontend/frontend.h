// The front end for C, as the rest of Pendulum sees it: frontend::Options in, frontend::load, CProgram out.
#pragma once

#include "frontend/llvm/library_functions.h"  // IWYU pragma: export
#include "frontend/llvm/load.h"               // IWYU pragma: export
#include "frontend/llvm/models.h"             // IWYU pragma: export
#include "frontend/llvm/options.h"            // IWYU pragma: export
#include "frontend/llvm/sha256.h"             // IWYU pragma: export
