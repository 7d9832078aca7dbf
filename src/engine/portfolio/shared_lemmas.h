// Lemma exchange between the members of the portfolio, by logs in shared memory (base/shared_log.h).
//
// Each member writes to its own log and reads those of all others. A record is the number of a location of
// the task's program and a formula in SMT-LIB syntax. All members are forked from the same process, so
// numbers of locations and names of variables have the same meaning in all of them.
//
// Nothing that a log contains is trusted: records that are not valid or not about the task's program are
// ignored, and valid lemmas are only proposals (engine/lemma_exchange.h).
#pragma once

#include <memory>
#include <set>
#include <string>
#include <vector>

#include "base/shared_log.h"
#include "base/statistics.h"
#include "certificate/certificate.h"
#include "engine/lemma_exchange.h"

namespace pendulum::engine::portfolio {

/// The logs of all members. Has to be constructed before the members are forked.
class SharedLemmas {
 public:
  /// `keys`: the keys of the members. `memory_mib`: the memory limit of the task; 0: no limit.
  SharedLemmas(std::vector<std::string> keys, std::size_t memory_mib);

  const std::vector<std::string>& keys() const { return keys_; }
  const base::SharedLogs& logs() const { return logs_; }

 private:
  std::vector<std::string> keys_;
  base::SharedLogs logs_;
};

/// The exchange as one member uses it. The statistics are engine.<key>.published_lemmas, .unpublished_lemmas
/// (too long, or the log was full), .broken_lemmas (received, but not valid) and .exchange_time.
class MemberExchange : public LemmaExchange {
 public:
  /// Requires: the arguments outlive this object, and no other process uses an exchange of this member.
  MemberExchange(const SharedLemmas& shared, std::size_t member, const program::Program& program,
                 base::Statistics& statistics);

  void publish(program::LocationId location, term::Term formula) override;
  std::vector<Lemma> receive() override;
  void rewind() override { num_delivered_ = 0; }
  void adopt(const Lemma& lemma) override { adopted_.push_back(lemma); }

  /// The adopted lemmas that are part of the certificate: as conjuncts at their location, or as conjuncts of
  /// a disjunct there.
  std::vector<Lemma> used_in(const certificate::Certificate& certificate) const;

 private:
  void read_logs();
  std::uint64_t& count(const char* name);

  const SharedLemmas& shared_;
  std::string key_;
  const program::Program& program_;
  base::Statistics& statistics_;
  base::SharedLogWriter writer_;
  struct Source {
    std::string key;
    base::SharedLogReader reader;
  };
  std::vector<Source> sources_;  ///< the other members
  std::set<std::pair<program::LocationId, term::Term>> published_;
  std::set<std::pair<program::LocationId, term::Term>> received_;
  std::vector<Lemma> lemmas_;      ///< all received lemmas
  std::size_t num_delivered_ = 0;  ///< number of lemmas_ that receive() has returned
  std::vector<Lemma> adopted_;
};

/// The text of a record, and the lemma of a text without its sender. parse_lemma returns nothing if the text
/// is not a formula over the variables of `program` at one of its locations.
std::string serialize_lemma(program::LocationId location, term::Term formula);
std::optional<Lemma> parse_lemma(const program::Program& program, const std::string& text);

}  // namespace pendulum::engine::portfolio
