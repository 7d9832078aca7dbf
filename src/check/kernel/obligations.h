// The proof obligations of each kind of certificate: formulas that have to be unsatisfiable. Internal to
// check/kernel; other folders use CertificateChecker. All functions but `validate` require a certificate that
// `validate` accepts.
#pragma once

#include "certificate/certificate.h"
#include "check/kernel/layered_graph.h"
#include "check/kernel/obligation.h"
#include "check/kernel/path_encoder.h"

namespace pendulum::check {

/// Throws InputError if the certificate does not fit the program: a location id or a bound is out of range,
/// or a term is not Bool, contains a symbol that is not a program variable, applies an uninterpreted
/// function, or binds a symbol that the program uses.
void validate(const program::Program& program, const certificate::Certificate& certificate);

std::vector<Obligation> obligations_of(const program::Program& program,
                                       const certificate::Invariant& invariant, const base::StopToken& stop);
std::vector<Obligation> obligations_of(const program::Program& program,
                                       const certificate::KInduction& induction, const base::StopToken& stop);
std::vector<Obligation> obligations_of(const program::Program& program,
                                       const certificate::Unrolling& unrolling,
                                       const Simplification& simplify, const base::StopToken& stop);
std::vector<Obligation> obligations_of(const program::Program& program,
                                       const certificate::LoopUnrolling& unrolling,
                                       const Simplification& simplify, const base::StopToken& stop);

std::vector<Obligation> obligations_of(const program::Program& program,
                                       const certificate::Summaries& summaries, const base::StopToken& stop);
/// The obligations of the inner certificate for the program in which the calls are unwound.
std::vector<Obligation> obligations_of(const program::Program& program,
                                       const certificate::UnwoundCalls& unwound,
                                       const Simplification& simplify, const base::StopToken& stop);

/// By location: is it a cutpoint? Cutpoints are the locations of `invariant`, the entry and the error.
std::vector<bool> cutpoints_of(const program::Program& program, const certificate::Invariant& invariant);
/// The invariant's term at a cutpoint. If the invariant has no term there, the result is false at the error
/// and true elsewhere.
term::Term term_at(const program::Program& program, const certificate::Invariant& invariant,
                   program::LocationId location);
/// By location: the variables that occur in the invariant's term there.
std::vector<NeededVariables::Indices> reads_of(const program::Program& program,
                                               const certificate::Invariant& invariant);

/// Whether `inductiveness` also covers the paths that end at the error.
enum class Targets { All, AllButError };
/// Obligations for initiation and consecution: the invariant holds at entry, and every path from a cutpoint
/// to the next cutpoint preserves it.
std::vector<Obligation> inductiveness(const program::Program& program,
                                      const certificate::Invariant& invariant, Targets targets,
                                      const base::StopToken& stop);

}  // namespace pendulum::check
