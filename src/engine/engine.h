// The engine interface: a folder of its own, a descriptor in engine/registry, nothing else.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/logger.h"
#include "base/settings.h"
#include "base/statistics.h"
#include "base/stop.h"
#include "check/judge.h"
#include "engine/result.h"
#include "program/program.h"
#include "smt/solver.h"

namespace pendulum::engine {

class Registry;

/// What is asked: can the error of `program` be reached? `program` is bit-precise, in small blocks, as the
/// front end made it; engines transform it as they like and hand evidence over `program` back.
struct Task {
  const program::Program& program;
};

/// What an engine works with.
struct Env {
  term::TermManager& terms;
  smt::SolverFactory& solvers;
  const base::Settings& settings;
  base::Logger logger;
  base::Statistics& statistics;     ///< names start with engine.<key>.
  const base::StopToken& stop;
  check::Judge& judge;              ///< for engines that refine on a rejected certificate
  const Registry& registry;         ///< for engines that run others
  unsigned seed = 0;
  unsigned jobs = 1;                ///< processes that may run at once
  std::size_t memory_mib = 0;       ///< for the whole task; 0: no limit
  std::string evidence_directory = {};  ///< for recordings (arg/recording.h); empty: none are wanted
};

class Engine {
 public:
  virtual ~Engine() = default;
  /// May throw base::Stopped; the caller turns it into unknown(timeout).
  virtual Result run() = 0;
};

struct Descriptor {
  std::string key;                       ///< folder = namespace = --engine value = option prefix
  std::string description;               ///< one line
  std::string paper;                     ///< what it follows
  std::vector<base::OptionSpec> options;
  std::function<std::unique_ptr<Engine>(const Task& task, Env& env)> make;
};

class Registry {
 public:
  void add(Descriptor descriptor);
  /// Null when there is none.
  const Descriptor* find(const std::string& key) const;
  const std::vector<Descriptor>& all() const { return descriptors_; }

 private:
  std::vector<Descriptor> descriptors_;
};

/// An engine's result with the judge's word on it.
struct JudgedResult {
  Result result = Result::unknown(Reason::Incomplete);
  check::Judgement judgement;       ///< Undecided when the result is unknown
  std::string engine;               ///< key of the engine that found it
  /// The engine found a path whose last edge is_unsupported: no proof exists. The result is then
  /// unknown(unsupported: ...).
  bool reaches_unsupported = false;
};

/// An engine that runs others, whose results the judge has seen already; run_and_judge takes its word.
class JudgingEngine : public Engine {
 public:
  virtual JudgedResult run_judged() = 0;
  Result run() final { return run_judged().result; }
};

/// Runs the engine, then the judge. What the judge does not accept becomes unknown(rejected: ...). Stopped
/// and std::bad_alloc become unknown(timeout) and unknown(memory).
JudgedResult run_and_judge(const Descriptor& descriptor, const Task& task, Env& env);

}  // namespace pendulum::engine
