// The judges of interpolants: what every test calls and what --check-interpolants switches on.
#pragma once

#include "interpolation/interpolation.h"

namespace pendulum::interpolation {

/// What is wrong with `labels`: a node whose label is not over its scope, a root that is not true, a goal that
/// is not false, an edge that is no Hoare triple (known(u) and label(u) and the edge imply label(v) after it).
/// Nothing when all is proved. A solver's unknown counts as wrong ("not proved").
std::optional<std::string> check_labels(const Dag& dag, const Labels& labels, const Context& context);

/// A implies I, I and B contradict, I is over symbols that A and B share.
std::optional<std::string> check_interpolant(term::Term a, term::Term interpolant, term::Term b,
                                             const Context& context);

/// I_1 = true, I_i and A_i imply I_{i+1}, I_{n+1} = false, each over shared symbols (UFO, section 5).
std::optional<std::string> check_sequence(std::span<const term::Term> formulas,
                                          std::span<const term::Term> interpolants, const Context& context);

}  // namespace pendulum::interpolation
