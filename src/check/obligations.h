// What has to be unsatisfiable for each kind of certificate. Internal to check/: everybody else asks
// CertificateChecker. All of them assume a certificate that passed `validate`.
#pragma once

#include "check/certificate_checker.h"
#include "check/layered_graph.h"

namespace pendulum::check {

/// Throws InputError when the certificate does not fit the program: ids out of range, terms that are not
/// Bool or speak of other things than the program's variables.
void validate(const program::Program& program, const certificate::Certificate& certificate);

std::vector<Obligation> obligations_of(const program::Program& program,
                                       const certificate::Invariant& invariant, const base::StopToken& stop);
std::vector<Obligation> obligations_of(const program::Program& program,
                                       const certificate::KInduction& induction, const base::StopToken& stop);
std::vector<Obligation> obligations_of(const program::Program& program,
                                       const certificate::Unrolling& unrolling, const base::StopToken& stop);
std::vector<Obligation> obligations_of(const program::Program& program,
                                       const certificate::Unwinding& unwinding, const base::StopToken& stop);

/// The locations of `invariant`, entry and error.
std::vector<bool> cutpoints_of(const program::Program& program, const certificate::Invariant& invariant);
/// The invariant's term at a cutpoint; true at entry and false at the error when it has none.
term::Term term_at(const program::Program& program, const certificate::Invariant& invariant,
                   program::LocationId location);
/// By location: the variables of the invariant's terms.
std::vector<NeededVariables::Indices> reads_of(const program::Program& program,
                                               const certificate::Invariant& invariant);

/// Initiation and consecution: every path between neighbouring cutpoints, the error's included or not, keeps
/// the invariant.
enum class Targets { All, AllButError };
std::vector<Obligation> inductiveness(const program::Program& program,
                                      const certificate::Invariant& invariant, Targets targets,
                                      const base::StopToken& stop);

}  // namespace pendulum::check
