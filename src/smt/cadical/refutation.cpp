#include "smt/cadical/refutation.h"

#include <algorithm>
#include <cadical.hpp>
#include <cstdio>
#include <cstdlib>
#include <memory>

#include "base/check.h"
#include "smt/cadical/rup_replay.h"

namespace pendulum::smt {

namespace {

class Stopper : public CaDiCaL::Terminator {
 public:
  explicit Stopper(const base::StopToken& stop) : stop_(stop) {}
  bool terminate() override { return stop_.is_stopped(); }

 private:
  const base::StopToken& stop_;
};

/// A file in memory to which CaDiCaL writes its proof.
class MemoryFile {
 public:
  MemoryFile() : file_(open_memstream(&buffer_, &size_)) {
    PENDULUM_CHECK(file_ != nullptr, "a file in memory should be available");
  }
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;
  ~MemoryFile() {
    close();
    std::free(buffer_);
  }
  FILE* file() const { return file_; }
  std::span<const unsigned char> close() {
    if (file_) std::fclose(file_);
    file_ = nullptr;
    return {reinterpret_cast<const unsigned char*>(buffer_), size_};
  }

 private:
  char* buffer_ = nullptr;
  std::size_t size_ = 0;
  FILE* file_;
};

/// Reads a binary DRAT proof: 'a' (added) or 'd' (deleted), then the literals of the clause and 0. A literal
/// is the number 2 * variable + sign in groups of 7 bits, least significant group first; the high bit of a
/// byte means that another group follows.
class DratReader {
 public:
  explicit DratReader(std::span<const unsigned char> text) : text_(text) {}
  bool at_end() const { return position_ == text_.size(); }
  bool is_addition() { return next() == 'a'; }
  Clause clause() {
    Clause result;
    while (const unsigned number = this->number())
      result.push_back(number % 2 == 1 ? -static_cast<Literal>(number / 2)
                                       : static_cast<Literal>(number / 2));
    return result;
  }

 private:
  unsigned char next() {
    PENDULUM_CHECK(position_ < text_.size(), "a DRAT proof should not end within a clause");
    return text_[position_++];
  }
  unsigned number() {
    constexpr unsigned group_size = 7, more = 1U << group_size;
    unsigned result = 0;
    for (unsigned shift = 0;; shift += group_size) {
      const unsigned byte = next();
      result |= (byte % more) << shift;
      if (byte < more) return result;
    }
  }

  std::span<const unsigned char> text_;
  std::size_t position_ = 0;
};

/// The derivations on which the last one depends.
Refutation trimmed(Refutation all) {
  std::vector<bool> is_needed(all.size(), false);
  is_needed.back() = true;
  for (std::size_t i = all.size(); i-- > 0;) {
    if (!is_needed[i] || all[i].input) continue;
    is_needed[all[i].first] = true;
    for (const Resolution& step : all[i].steps) is_needed[step.clause] = true;
  }
  Refutation result;
  std::vector<std::size_t> image(all.size());
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (!is_needed[i]) continue;
    image[i] = result.size();
    if (!all[i].input) all[i].first = image[all[i].first];
    for (Resolution& step : all[i].steps) step.clause = image[step.clause];
    result.push_back(std::move(all[i]));
  }
  return result;
}

RefutationAnswer replay(std::span<const Clause> clauses, int num_variables,
                        std::span<const unsigned char> proof, const base::StopToken& stop) {
  RupReplay replay(num_variables);
  for (std::size_t i = 0; i < clauses.size(); ++i) replay.add_input(clauses[i], i);
  DratReader reader(proof);
  while (!replay.is_refuted() && !reader.at_end()) {
    if (stop.is_stopped()) return {SatResult::Unknown, "timeout of the replay", {}, {}};
    const bool is_addition = reader.is_addition();
    const Clause clause = reader.clause();
    if (!is_addition)
      replay.remove(clause);
    else if (!replay.add_lemma(clause))
      return {SatResult::Unknown, "a lemma of CaDiCaL does not follow by unit propagation", {}, {}};
  }
  if (!replay.is_refuted()) return {SatResult::Unknown, "the proof of CaDiCaL is not complete", {}, {}};
  return {SatResult::Unsat, {}, trimmed(replay.take_derivations()), {}};
}

std::vector<bool> model_of(CaDiCaL::Solver& solver, int num_variables) {
  std::vector<bool> model{false};
  for (Literal variable = 1; variable <= num_variables; ++variable) model.push_back(solver.val(variable) > 0);
  return model;
}

}  // namespace

RefutationAnswer refute(std::span<const Clause> clauses, int num_variables, unsigned seed,
                        const base::StopToken& stop) {
  MemoryFile proof;
  Stopper stopper(stop);
  CaDiCaL::Solver solver;
  solver.set("quiet", 1);
  solver.set("seed", static_cast<int>(seed % 1'000'000'000));
  solver.trace_proof(proof.file(), "memory");
  solver.connect_terminator(&stopper);
  for (const Clause& clause : clauses) {
    for (const Literal literal : clause) solver.add(literal);
    solver.add(0);
  }
  constexpr int satisfiable = 10, unsatisfiable = 20;
  const int answer = solver.solve();
  solver.disconnect_terminator();
  solver.close_proof_trace();
  if (answer == satisfiable) return {SatResult::Sat, {}, {}, model_of(solver, num_variables)};
  if (answer != unsatisfiable) return {SatResult::Unknown, "timeout", {}, {}};
  return replay(clauses, num_variables, proof.close(), stop);
}

}  // namespace pendulum::smt
