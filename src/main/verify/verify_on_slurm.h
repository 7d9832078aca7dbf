// `pendulum verify --on slurm`: the portfolio on several machines. Each member is an element of an array job:
// a complete `pendulum verify` with the setting portfolio.member, so it has its own front end, engine and
// judge. Members exchange lemmas through files in a shared directory. The first verdict whose evidence a
// member's judge has accepted counts; the other members are cancelled.
#pragma once

#include "base/stop.h"
#include "engine/engine.h"
#include "main/command_line/options.h"

namespace pendulum::main {

/// Verifies the program, prints the result and returns the exit code. Throws InputError and UsageError.
int run_verify_on_slurm(const VerifyOptions& options, const engine::Registry& registry,
                        base::Clock::time_point start);

/// Runs the member whose number is the index of this element, and returns its exit code. Throws InputError
/// and UsageError.
int run_member(const MemberOptions& options, const engine::Registry& registry, base::Clock::time_point start);

}  // namespace pendulum::main
