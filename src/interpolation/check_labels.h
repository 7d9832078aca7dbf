// Independent checks of interpolants, for tests, for the option --check-interpolants (ufo), for the
// procedures whose results are not correct by construction (chc, sequence), and for every label in debug
// builds.
#pragma once

#include "interpolation/interpolation.h"

namespace pendulum::interpolation {

/// How a check treats an obligation that the solvers do not decide.
enum class Undecided { IsFault, IsAccepted };

/// Returns a description of the first fault of `labels`: a label that is not over the scope of its node, a
/// root that is not labelled true, a goal that is not labelled false, or an edge that is not a Hoare triple
/// (known(u) and label(u) and the edge imply label(v) after it). Returns nullopt if all conditions are
/// proved. An undecided solver call is a fault ("not proved"), unless `undecided` accepts it.
std::optional<std::string> check_labels(const Dag& dag, const Labels& labels, const Context& context,
                                        Undecided undecided = Undecided::IsFault);

/// Checks that A implies I, that I and B are contradictory, and that I is over symbols that A and B share.
std::optional<std::string> check_interpolant(term::Term a, term::Term interpolant, term::Term b,
                                             const Context& context);

/// Checks that I_1 = true, I_i and A_i imply I_{i+1}, I_{n+1} = false, each over shared symbols (UFO, section
/// 5).
std::optional<std::string> check_sequence(std::span<const term::Term> formulas,
                                          std::span<const term::Term> interpolants, const Context& context);

}  // namespace pendulum::interpolation
