// The engine interface. An engine consists of its own folder and a descriptor that engine/registry lists.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "arg/recording.h"
#include "base/logger.h"
#include "base/settings.h"
#include "base/statistics.h"
#include "base/stop.h"
#include "check/judge.h"
#include "engine/lemma_exchange.h"
#include "engine/result.h"
#include "program/program.h"
#include "smt/solver.h"

namespace pendulum::engine {

class Registry;

/// The question that an engine answers: can `program` reach its error location? `program` is bit-precise and
/// in small blocks, as the front end built it. Engines may transform it, but return evidence over `program`.
struct Task {
  const program::Program& program;
};

/// The services and limits that are given to an engine.
struct Env {
  term::TermManager& terms;
  smt::SolverFactory& solvers;
  const base::Settings& settings;
  base::Logger logger;
  base::Statistics& statistics;  ///< names start with engine.<key>.
  const base::StopToken& stop;
  check::Judge& judge;       ///< for engines that continue after a rejected certificate
  const Registry& registry;  ///< for engines that run other engines
  unsigned seed = 0;
  unsigned jobs = 1;                          ///< maximum number of concurrent processes
  std::size_t memory_mib = 0;                 ///< limit for the whole task in MiB; 0: no limit
  std::string evidence_directory = {};        ///< directory for additional results; empty: write none
  arg::RecordingWriter write_recording = {};  ///< stores event logs; empty: do not record
  LemmaExchange* exchange = nullptr;          ///< null: no other engine searches the same task
};

/// The same environment with another judge, for the search of another program.
Env with_judge(const Env& env, check::Judge& judge);

class Engine {
 public:
  virtual ~Engine() = default;
  /// May throw base::Stopped; the caller turns it into unknown(timeout).
  virtual Result run() = 0;
};

struct Descriptor {
  std::string key;          ///< equals the folder, the namespace, the value of --engine and the option prefix
  std::string description;  ///< one line
  std::string paper;        ///< publication that the engine follows
  std::vector<base::OptionSpec> options;
  std::function<std::unique_ptr<Engine>(const Task& task, Env& env)> make;
};

class Registry {
 public:
  void add(Descriptor descriptor);
  /// Null if no engine has this key.
  const Descriptor* find(const std::string& key) const;
  const std::vector<Descriptor>& all() const { return descriptors_; }

 private:
  std::vector<Descriptor> descriptors_;
};

/// The result of an engine together with the judgement on its evidence.
struct JudgedResult {
  Result result = Result::unknown(Reason::Incomplete);
  check::Judgement judgement;  ///< default (Undecided) if the engine found no evidence
  std::string engine;          ///< key of the engine that found the result
  /// The engine found a path whose last edge is_unsupported, so no proof exists. The result is then
  /// unknown(unsupported: ...).
  bool reaches_unsupported = false;
  /// Conjuncts of the certificate that other members of the portfolio have found.
  std::vector<Lemma> used_lemmas = {};
};

/// An engine that runs other engines and returns a result that was judged already; run_and_judge does not
/// judge it again.
class JudgingEngine : public Engine {
 public:
  virtual JudgedResult run_judged() = 0;
  Result run() final { return run_judged().result; }
};

/// Runs the engine, then the judge on its evidence. Evidence that the judge does not accept becomes
/// unknown(rejected: ...). Stopped becomes unknown(timeout), std::bad_alloc unknown(memory),
/// base::Unsupported unknown(unsupported).
JudgedResult run_and_judge(const Descriptor& descriptor, const Task& task, Env& env);

}  // namespace pendulum::engine
